package nephila.cli.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import nephila.UserError;
import nephila.cli.WrongUse;
import nephila.config.CrawlConfig;
import nephila.config.Profile;
import nephila.config.Settings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that say what a crawl does.
public final class PlanOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Options from a YAML file; see nephila config.")
  public @Nullable Path config;

  @Option(
      names = "--seed-file",
      paramLabel = "FILE",
      description = "Seeds from a file, one a line, # for comments.")
  public @Nullable Path seedFile;

  @Option(
      names = "--profile",
      paramLabel = "archive|search|data",
      description =
          "Settings as archives, search engines or collectors of data want them; what is set by"
              + " --config or here wins over it.")
  public @Nullable Profile profile;

  @Mixin final SettingOptions settings;

  public PlanOptions() {
    this(Set.of());
  }

  /// @param hidden settings that are refused, and so are not listed
  public PlanOptions(Set<String> hidden) {
    settings = SettingOptions.all(hidden);
  }

  public CrawlConfig resolve(Path dir, List<String> seeds) {
    return resolve(dir, config, seedFile, profile, settings, seeds);
  }

  /// What a crawl in `dir` with these seeds does: the usual, `plan.yaml` of the crawl dir, the
  /// profile, `config`, the command line, later ones winning. Seeds add up. What was typed is
  /// looked at by itself first: what is wrong later is wrong in a file, or missing.
  public static CrawlConfig resolve(
      Path dir,
      @Nullable Path config,
      @Nullable Path seedFile,
      @Nullable Profile profile,
      SettingOptions settings,
      List<String> typedSeeds) {
    WrongUse.typed(
        () -> {
          Settings.checkValues(settings.applied().with("seeds", typedSeeds));
          return true;
        });
    CrawlConfig plan = Yaml.plan(dir).orElse(CrawlConfig.usual());
    plan = profile == null ? plan : profile.applied(plan);
    if (config != null) {
      plan = Yaml.settings(plan, config);
    }
    plan = Settings.apply(plan, settings.typed(), "command line");
    if (settings.typed().get("preference") instanceof String file && !file.isEmpty()) {
      plan = plan.with("preference", Path.of(file).toAbsolutePath().toString());
    }
    plan =
        plan.with(
            "dedup",
            plan.dedup().stream()
                .map(source -> source.equals("own") ? source : absolute(source))
                .toList());
    List<String> seeds = new ArrayList<>(plan.seeds());
    if (seedFile != null) {
      seeds.addAll(seedsIn(seedFile));
    }
    seeds.addAll(typedSeeds);
    if (seeds.isEmpty() && seedFile != null) {
      throw new UserError(seedFile + ": names no page to start from; write a URL a line");
    }
    plan = plan.with("seeds", seeds);
    List<String> canonical = plan.seedUrls().stream().map(Object::toString).distinct().toList();
    CrawlConfig whole = plan.with("seeds", canonical);
    Settings.checkValues(whole);
    return WrongUse.typed(whole::checked);
  }

  private static String absolute(String source) {
    Path file = Path.of(source).toAbsolutePath().normalize();
    if (!Files.exists(file)) {
      throw new UserError(
          "dedup "
              + source
              + ": there is no such file or folder; name a crawl dir, a .wacz or a .cdxj, or own");
    }
    return file.toString();
  }

  private static List<String> seedsIn(Path file) {
    try {
      return Files.readAllLines(file).stream()
          .map(line -> line.startsWith("\uFEFF") ? line.substring(1) : line)
          .map(line -> line.strip().split("\t", 2)[0])
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UserError(file + ": cannot be read as a list of seeds", e);
    }
  }
}
