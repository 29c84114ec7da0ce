package nephila.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.UserError;
import nephila.crawl.CrawlConfig;
import nephila.crawl.CrawlConfigKeys;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of a crawl as they are typed, before they mean anything: names to text.
///
/// What a crawl does is resolved in this order, later ones winning: the usual, `plan.yaml` of the
/// crawl dir, `--config`, the command line. Seeds add up.
final class PlanOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Options from a YAML file; see nephila config.")
  @Nullable Path config;

  @Option(
      names = "--seed-file",
      paramLabel = "FILE",
      description = "Seeds from a file, one a line, # for comments.")
  @Nullable Path seedFile;

  @Option(
      names = "--scope",
      paramLabel = "KIND",
      description = "How far from the seeds: page, prefix, host (usual), domain, any.")
  @Nullable String scope;

  @Option(
      names = "--include",
      paramLabel = "RE",
      description = "Only pages that match; may be repeated.")
  @Nullable List<String> include;

  @Option(
      names = "--exclude",
      paramLabel = "RE",
      description = "No pages that match; may be repeated.")
  @Nullable List<String> exclude;

  @Option(
      names = "--focus",
      paramLabel = "RULE",
      description =
          "What matters more: 'url~/news/ x3', 'anchor~climate x2', 'host=example.org +10'; may be"
              + " repeated.")
  @Nullable List<String> focus;

  @Option(
      names = "--select",
      paramLabel = "ORDER",
      description = "Which page next: exact (by importance, usually), cash (OPIC), bfs or random.")
  @Nullable String select;

  @Option(
      names = "--max-pages",
      paramLabel = "N",
      description = "Pages to read in all, re-reads counted.")
  @Nullable String maxPages;

  @Option(
      names = "--budget",
      paramLabel = "N",
      description = "Pages to read in this run, re-reads counted.")
  @Nullable String budget;

  @Option(
      names = "--max-time",
      paramLabel = "D",
      description = "How long this run may take, like 90s, 10m, 6h.")
  @Nullable String maxTime;

  @Option(names = "--depth", paramLabel = "N", description = "Links from a seed.")
  @Nullable String depth;

  @Option(
      names = "--delay",
      paramLabel = "D",
      description = "Between two requests to a host (usually 1s; robots.txt may ask for more).")
  @Nullable String delay;

  @Option(
      names = {"-w", "--workers"},
      paramLabel = "N",
      description = "Requests on their way at a time (usually 64).")
  @Nullable String workers;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "Requests to one host at a time (usually 1).")
  @Nullable String connections;

  @Mixin VisitorOptions visitor = new VisitorOptions();

  @Option(
      names = "--refresh",
      paramLabel = "SHARE",
      description = "Share of the requests that re-read known pages, like 0.2 or 20%%.")
  @Nullable String refresh;

  @Option(
      names = "--min-age",
      paramLabel = "D",
      description = "A page is not re-read before this age (usually 1h).")
  @Nullable String minAge;

  @Option(
      names = "--continuous",
      description = "Go on for ever, re-reading when nothing new is known.")
  boolean continuous;

  @Option(
      names = "--host-share",
      paramLabel = "SHARE",
      description = "Share of --max-pages that one host may have while others wait.")
  @Nullable String hostShare;

  @Option(
      names = "--near-duplicates",
      description = "Pages of a host with nearly the same text share what they earn.")
  boolean nearDuplicates;

  @Option(names = "--sitemaps", description = "Read the sitemaps that robots.txt names.")
  boolean sitemaps;

  @Option(
      names = "--allow-network",
      paramLabel = "NET",
      description = "Go to these private addresses, like 10.0.0.0/8 or 127.0.0.1:8080.")
  @Nullable List<String> allowNetwork;

  @Option(
      names = "--no-archive",
      description = "Write no WARC files; after a crash the last seconds are read again.")
  boolean noArchive;

  @Option(
      names = "--gzip",
      paramLabel = "LEVEL",
      description = "Compression of the archive, 1 (fast, usual) to 9 (small).")
  @Nullable String gzip;

  @Option(
      names = "--max-bytes",
      paramLabel = "N",
      description = "A longer page is cut there (usually 16 MiB).")
  @Nullable String maxBytes;

  @Option(
      names = "--memory",
      paramLabel = "MIB",
      description =
          "Memory for known pages (usually 512, some 6 million); beyond it those needed last are"
              + " on disk alone.")
  @Nullable String memory;

  @Option(names = "--timeout", paramLabel = "D", description = "For a whole page (usually 1m).")
  @Nullable String timeout;

  @Option(names = "--proxy", paramLabel = "HOST:PORT", description = "HTTP proxy to go through.")
  @Nullable String proxy;

  @Option(
      names = "--cookies",
      description = "Give hosts back the cookies they set, each its own, while this run lasts.")
  boolean cookies;

  @Option(
      names = "--insecure",
      description = "Read hosts whose certificate is expired, self-signed or another's.")
  boolean insecure;

  @Option(
      names = "--damping",
      paramLabel = "SHARE",
      description = "Share of its worth that a page passes on (usually 0.85).")
  @Nullable String damping;

  /// The plan for a crawl in `dir` with these seeds. What was typed is looked at by itself first:
  /// what is wrong later is wrong in a file, or missing.
  CrawlConfig resolve(Path dir, List<String> typedSeeds) {
    WrongUse.typed(() -> apply(CrawlConfig.builder()).seeds(typedSeeds).build().checkedValues());
    CrawlConfig.Builder builder = CrawlConfig.builder();
    Path kept = dir.resolve("plan.yaml");
    if (Files.exists(kept)) {
      CrawlConfigKeys.apply(builder, Yaml.read(kept), kept.toString());
    }
    if (config != null) {
      CrawlConfigKeys.apply(builder, Yaml.read(config), config.toString());
    }
    apply(builder);
    List<String> seeds = new ArrayList<>(builder.build().seeds());
    if (seedFile != null) {
      seeds.addAll(seedsIn(seedFile));
    }
    seeds.addAll(typedSeeds);
    CrawlConfig plan = builder.seeds(seeds).build();
    List<String> canonical = plan.seedUrls().stream().map(Object::toString).distinct().toList();
    CrawlConfig whole = builder.seeds(canonical).build().checkedValues();
    if (seeds.isEmpty() && seedFile != null) {
      throw new UserError(seedFile + ": names no page to start from; write a URL a line");
    }
    return WrongUse.typed(whole::checked);
  }

  private CrawlConfig.Builder apply(CrawlConfig.Builder builder) {
    return CrawlConfigKeys.apply(builder, typed(), "command line");
  }

  private Map<String, Object> typed() {
    Map<String, Object> typed = new LinkedHashMap<>();
    put(typed, "scope", scope);
    put(typed, "include", include);
    put(typed, "exclude", exclude);
    put(typed, "focus", focus);
    put(typed, "max-pages", maxPages);
    put(typed, "budget", budget);
    put(typed, "select", select);
    put(typed, "max-time", maxTime);
    put(typed, "depth", depth);
    put(typed, "delay", delay);
    put(typed, "workers", workers);
    put(typed, "connections", connections);
    put(typed, "agent", visitor.agent);
    put(typed, "contact", visitor.contact);
    put(typed, "refresh", refresh);
    put(typed, "min-age", minAge);
    put(typed, "host-share", hostShare);
    put(typed, "gzip", gzip);
    put(typed, "max-bytes", maxBytes);
    put(typed, "memory", memory);
    put(typed, "timeout", timeout);
    put(typed, "proxy", proxy);
    put(typed, "damping", damping);
    put(typed, "cookies", cookies ? true : null);
    put(typed, "insecure", insecure ? true : null);
    put(typed, "continuous", continuous ? true : null);
    put(typed, "near-duplicates", nearDuplicates ? true : null);
    put(typed, "sitemaps", sitemaps ? true : null);
    put(typed, "allow-private", visitor.allowPrivate ? true : null);
    put(typed, "allow-network", allowNetwork);
    put(typed, "archive", noArchive ? false : null);
    return typed;
  }

  private static void put(Map<String, Object> typed, String key, @Nullable Object value) {
    if (value != null) {
      typed.put(key, value);
    }
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
