package nephila.cli.crawl;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.config.CrawlConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// How to crawl a site, for verbs that crawl on the way to something else: the settings that matter
/// there. What was given once is kept in the crawl dir.
public final class SiteOptions {
  @Option(
      names = "--seed-file",
      paramLabel = "FILE",
      description = "Where the local domain begins, a URL a line.")
  @Nullable Path seedFile;

  @Mixin final SettingOptions settings;

  public SiteOptions() {
    Map<String, String> said = new LinkedHashMap<>();
    said.put("scope", "What belongs to it: page, prefix, host (usual), domain.");
    said.put("include", "Only pages that match belong to it; may be repeated.");
    said.put("exclude", "Pages that match do not; may be repeated.");
    said.put("max-pages", "Pages of the local domain to read (usually all).");
    said.put("delay", "Between two requests to a host (usually 1s).");
    said.put("workers", "");
    said.put("agent", "");
    said.put("contact", "");
    said.put("allow-private", "");
    settings = SettingOptions.described(said);
  }

  /// Whether a site was named in any way but on the command line itself.
  public boolean given() {
    return seedFile != null;
  }

  /// The most pages of the local domain that were asked for, null where nothing was said.
  public @Nullable Integer maxPages() {
    if (!settings.typed().containsKey("max-pages")) {
      return null;
    }
    return (int) Math.min(Integer.MAX_VALUE, settings.applied().maxPages());
  }

  public CrawlConfig plan(Path dir, List<String> seeds) {
    return PlanOptions.resolve(dir, null, seedFile, null, settings, seeds);
  }
}
