package nephila.cli.view;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import nephila.UserError;
import nephila.cli.FileToWrite;
import nephila.cli.Numbers;
import nephila.cli.OldCrawlSource;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.refresh.DeadLinks;
import nephila.refresh.DeadLinksOf;
import nephila.refresh.LoggedFindings;
import nephila.refresh.OldWeb;
import nephila.tables.Column;
import nephila.tables.TableFormat;
import nephila.tables.TableWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila dead`: which links lead nowhere, and who has them.
@Command(
    name = "dead",
    description = {
      "Dead, closed and redirected pages, each with the pages that link to it; first those to which"
          + " the most important pages link. Pages of a sitemap that nobody links to, where the"
          + " crawl is complete.",
      "Works on a crawl dir and on the folder of a refresh. Pages outside the crawl's scope were"
          + " not asked for: crawl with a wider --scope to have them checked."
    },
    footer = {
      "  nephila dead my-crawl",
      "  nephila dead my-crawl --kind dead --out dead-links.csv",
      "  nephila dead nephila-refresh --json",
    })
public final class DeadVerb extends Verb {
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("kind"),
          Column.text("verdict"),
          Column.whole("status"),
          Column.text("url"),
          Column.text("leadsTo"),
          Column.real("importance"),
          Column.text("from"),
          Column.real("fromImportance"));

  @Parameters(paramLabel = "DIR", description = "A crawl dir, or the folder of a refresh.")
  Path dir = Path.of(".");

  @Option(
      names = "--kind",
      split = ",",
      paramLabel = "KIND",
      description = "Of dead, closed, redirected, orphan: only these (default: all).")
  List<String> kinds = List.of();

  @Option(
      names = "--limit",
      converter = Numbers.Count.class,
      paramLabel = "K",
      defaultValue = "50",
      description = "How many to show (default: ${DEFAULT-VALUE}; --json and --out have all).")
  int limit;

  @Option(
      names = "--from",
      converter = Numbers.Count.class,
      paramLabel = "N",
      defaultValue = "3",
      description = "Linking pages to show of each (default: ${DEFAULT-VALUE}).")
  int shown;

  @Option(
      names = "--old",
      paramLabel = "OLD",
      description = "The old crawl of a refresh, where it lies elsewhere now.")
  List<Path> old = List.of();

  @Option(
      names = "--out",
      converter = FileToWrite.class,
      paramLabel = "FILE",
      description = "Write a row a link (.csv .tsv .jsonl, .gz .zst; .parquet).")
  @Nullable Path out;

  @Option(names = "--json", description = "A line of JSON each, with all linking pages.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    for (String kind : kinds) {
      if (!List.of("dead", "closed", "redirected", "orphan").contains(kind)) {
        throw new WrongUse("--kind " + kind + ": must be dead, closed, redirected or orphan");
      }
    }
    Path file = out;
    TableFormat format =
        file == null
            ? TableFormat.CSV
            : TableFormat.ofName(file.toString())
                .orElseThrow(
                    () ->
                        new WrongUse(
                            file + ": no known ending; give .csv, .tsv, .jsonl or .parquet"));
    DeadLinks links = gather();
    List<DeadLinks.Target> targets =
        links.targets().stream().filter(target -> wants(shown(target.kind()))).toList();
    List<String> orphans = wants("orphan") ? links.orphans() : List.of();
    if (file != null) {
      write(file, format, targets, orphans);
    }
    if (json) {
      targets.forEach(target -> console().json(line(target)));
      orphans.forEach(url -> console().json(Map.of("kind", "orphan", "url", url)));
      return DONE;
    }
    show(links, targets, orphans);
    return DONE;
  }

  private boolean wants(String kind) {
    return kinds.isEmpty() || kinds.contains(kind);
  }

  private DeadLinks gather() throws IOException {
    if (Files.isDirectory(dir.resolve("state"))) {
      return DeadLinksOf.crawl(dir);
    }
    if (!LoggedFindings.isIn(dir)) {
      throw new UserError(
          dir + ": holds neither a crawl nor a refresh; name a folder of crawl or refresh --dir");
    }
    OldCrawlSource source =
        old.isEmpty() ? OldCrawlSource.noted(dir) : new OldCrawlSource(old, null, false);
    OldWeb web = source.read(console().progress());
    return DeadLinksOf.refreshed(web, LoggedFindings.read(web, dir));
  }

  private static String shown(DeadLinks.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private void show(DeadLinks links, List<DeadLinks.Target> targets, List<String> orphans) {
    if (!targets.isEmpty()) {
      console()
          .out("%-12s%7s  %-11s%s", "importance", "links", "kind", "page, and who links to it");
    }
    targets.stream().limit(limit).forEach(this::show);
    if (targets.size() > limit) {
      console().out("... and %,d more; --limit shows them.", targets.size() - limit);
    }
    orphans.stream().limit(limit).forEach(url -> console().out("orphan: %s", url));
    int[] counts = new int[DeadLinks.Kind.values().length];
    targets.forEach(target -> counts[target.kind().ordinal()]++);
    console()
        .out(
            "%,d dead, %,d closed, %,d redirected pages are linked to; %,d more are not.",
            counts[0], counts[1], counts[2], links.unlinked());
    if (links.notAsked() > 0) {
      console().out("%,d pages that are linked to were not asked for.", links.notAsked());
    }
    if (wants("orphan")) {
      console()
          .out(
              links.orphansKnown()
                  ? String.format(
                      Locale.ROOT, "%,d pages of sitemaps are linked to by nobody.", orphans.size())
                  : "Orphans are not told: not every page was read.");
    }
  }

  private void show(DeadLinks.Target target) {
    console()
        .out(
            "%-12.3e%,7d  %-11s%s (%s)",
            target.importance(),
            target.from().size(),
            shown(target.kind()),
            target.url(),
            DeadLinksOf.words(target));
    if (!target.chain().isEmpty()) {
      console().out("%31s-> %s", "", String.join(" -> ", target.chain()));
    }
    target.from().stream()
        .limit(shown)
        .forEach(from -> console().out("%31sfrom %s", "", from.url()));
    if (target.from().size() > shown) {
      console().out("%31sand %,d more", "", target.from().size() - shown);
    }
  }

  private static Map<String, Object> line(DeadLinks.Target target) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("kind", shown(target.kind()));
    line.put("verdict", target.verdict().shown());
    line.put("status", target.status());
    line.put("url", target.url());
    line.put("chain", target.chain());
    line.put("importance", target.importance());
    List<Map<String, Object>> from = new ArrayList<>();
    for (DeadLinks.From each : target.from()) {
      Map<String, Object> page = new LinkedHashMap<>();
      page.put("url", each.url());
      page.put("importance", each.importance());
      from.add(page);
    }
    line.put("from", from);
    return line;
  }

  private void write(
      Path file, TableFormat format, List<DeadLinks.Target> targets, List<String> orphans)
      throws IOException {
    try (TableWriter table = TableWriter.create(file, format, COLUMNS)) {
      for (DeadLinks.Target target : targets) {
        String end = target.chain().isEmpty() ? null : target.chain().getLast();
        for (DeadLinks.From from : target.from()) {
          table.row(
              shown(target.kind()),
              target.verdict().shown(),
              (long) target.status(),
              target.url(),
              end,
              target.importance(),
              from.url(),
              from.importance());
        }
      }
      for (String orphan : orphans) {
        table.row("orphan", null, null, orphan, null, null, null, null);
      }
      table.finish();
      console().err("%,d links written to %s", table.rows(), file);
    }
  }
}
