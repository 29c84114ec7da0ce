package nephila.cli;

import java.nio.file.Path;
import java.util.List;
import nephila.crawl.CrawlConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// How to crawl a site, for verbs that crawl on the way to something else: the options of
/// [PlanOptions] that matter there. What was given once is kept in the crawl dir.
final class SiteOptions {
  @Option(
      names = "--seed-file",
      paramLabel = "FILE",
      description = "Where the local domain begins, a URL a line.")
  @Nullable Path seedFile;

  @Option(
      names = "--scope",
      paramLabel = "KIND",
      description = "What belongs to it: page, prefix, host (usual), domain.")
  @Nullable String scope;

  @Option(
      names = "--include",
      paramLabel = "RE",
      description = "Only pages that match belong to it; may be repeated.")
  @Nullable List<String> include;

  @Option(
      names = "--exclude",
      paramLabel = "RE",
      description = "Pages that match do not; may be repeated.")
  @Nullable List<String> exclude;

  @Option(
      names = "--max-pages",
      paramLabel = "N",
      description = "Pages of the local domain to read (usually all).")
  @Nullable String maxPages;

  @Option(
      names = "--delay",
      paramLabel = "D",
      description = "Between two requests to a host (usually 1s).")
  @Nullable String delay;

  @Option(
      names = {"-w", "--workers"},
      paramLabel = "N",
      description = "Requests on their way at a time (usually 64).")
  @Nullable String workers;

  @Mixin final VisitorOptions visitor = new VisitorOptions();

  /// Whether a site was named in any way but on the command line itself.
  boolean given() {
    return seedFile != null;
  }

  CrawlConfig plan(Path dir, List<String> seeds) {
    PlanOptions options = new PlanOptions();
    options.seedFile = seedFile;
    options.scope = scope;
    options.include = include;
    options.exclude = exclude;
    options.maxPages = maxPages;
    options.delay = delay;
    options.workers = workers;
    options.visitor = visitor;
    return options.resolve(dir, seeds);
  }
}
