package nephila.cli.view;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import nephila.archive.WorkerDir;
import nephila.cli.ByteSize;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.copies.DuplicateGroups;
import nephila.crawl.CrawlGraph;
import nephila.exchange.CommonCrawlFiles;
import nephila.exchange.CrawlTables;
import nephila.exchange.LineTally;
import nephila.exchange.Precedence;
import nephila.exchange.WaczFile;
import nephila.exchange.WaczSignature;
import nephila.formats.GraphFormat;
import nephila.formats.GraphWriter;
import nephila.graph.NewFile;
import nephila.sites.Grades;
import nephila.sites.Site;
import nephila.sites.SiteImportance;
import nephila.sites.SiteReport;
import nephila.sites.SiteWeb;
import nephila.sites.SiteWebs;
import nephila.sites.Weighing;
import nephila.store.CrawlStore;
import nephila.tables.Column;
import nephila.tables.TableFormat;
import nephila.tables.TableWriter;
import nephila.view.ImportanceBias;
import nephila.view.OpicTotals;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila export`: what a crawl knows, for other tools.
@Command(
    name = "export",
    description =
        "Writes what a crawl knows for other tools. The ending of a file tells its format: tables"
            + " as .csv, .jsonl (.gz, .zst) or .parquet, graphs as .txt, .csr or .graph.",
    footer = {
      "  nephila export my-crawl --pages pages.parquet --sites sites.csv",
      "  nephila export my-crawl --links web.csr && nephila rank web.csr --top 10",
      "  nephila export my-crawl --wacz my-crawl.wacz      for ReplayWeb.page and others",
      "  nephila export my-crawl --text pages.jsonl --top 1000      what the best pages say",
      "  nephila export my-crawl --text chunks.parquet --chunks 300      for retrieval",
      "  nephila export my-crawl --wacz web.wacz --split 5GB --sign my.key",
    })
public final class ExportVerb extends Verb {
  private static final double BOUND = 1e-6;

  @Parameters(paramLabel = "DIR", description = "A crawl dir.")
  Path dir = Path.of(".");

  @Option(
      names = "--pages",
      paramLabel = "FILE",
      description = "A table of all known pages: URL, site, importance, link score, reads ...")
  @Nullable Path pages;

  @Option(
      names = "--sites",
      paramLabel = "FILE",
      description = "A table of all sites, as nephila sites shows them.")
  @Nullable Path sites;

  @Option(
      names = "--links",
      paramLabel = "FILE",
      description = "All links: a table, or .txt .tsv .edges (.gz .zst), .csr or .graph (BVGraph).")
  @Nullable Path links;

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description = "A table of every request, in order.")
  @Nullable Path history;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description = "csv, jsonl or parquet, where the names of tables do not tell; - is stdout.")
  @Nullable TableFormat to;

  @Option(
      names = "--urls",
      paramLabel = "FILE",
      description = "The pages' URLs, line i for page i of --links.")
  @Nullable Path urls;

  @Option(
      names = "--importance",
      paramLabel = "FILE",
      description = "The pages' importance, line i for page i; its sum is 1.")
  @Nullable Path importance;

  @Option(
      names = "--common-crawl",
      paramLabel = "BASE",
      description = "BASE-vertices, -edges and -ranks.txt.gz as Common Crawl has them.")
  @Nullable Path commonCrawl;

  @Option(
      names = "--by",
      paramLabel = "KIND",
      defaultValue = "host",
      description = "Vertices of --common-crawl: host (usual) or site.")
  SiteWebs.By by = SiteWebs.By.HOST;

  @Option(
      names = "--precedence",
      paramLabel = "FILE",
      description = "'URL precedence' for Heritrix's PrecedenceLoader, 1 first to 127 last.")
  @Nullable Path precedence;

  @Option(
      names = "--wacz",
      paramLabel = "FILE",
      description = "Archive, index and list of pages as one WACZ 1.1.1 file.")
  @Nullable Path wacz;

  @Mixin final TextExportOptions texts = new TextExportOptions();

  @Option(
      names = "--duplicates",
      paramLabel = "FILE",
      description = "A table of pages that say nearly the same, on whatever host, by groups.")
  @Nullable Path duplicates;

  @Option(
      names = "--split",
      paramLabel = "SIZE",
      description =
          "With --wacz, several files of about that size, like 5GB, and a .json that opens them as"
              + " one; a WARC file is never cut.")
  @Nullable String split;

  @Option(
      names = "--sign",
      paramLabel = "KEY",
      description =
          "With --wacz, sign it with the key in this PEM file; a new key is made where there is"
              + " none.")
  @Nullable Path sign;

  @Override
  public Integer call() throws IOException {
    checkAsked();
    if (wacz != null) {
      String title = String.valueOf(dir.toAbsolutePath().normalize().getFileName());
      WaczFile.Options options =
          new WaczFile.Options(
              split == null ? 0 : ByteSize.parse("--split", split),
              sign == null ? null : WaczSignature.of(sign));
      WaczFile.Written written =
          new WaczFile(Instant.now(), console().progress(), options)
              .write(dir, "Crawl " + title, wacz);
      String others =
          written.files().size() == 1
              ? ""
              : String.format(" in %d files", written.files().size() - 1);
      console().err("%s: %,d pages listed%s", written.files().getLast(), written.pages(), others);
    }
    if (history != null) {
      LineTally[] tally = new LineTally[1];
      table(history, CrawlTables.HISTORY, out -> tally[0] = tables().history(dir, out));
      if (!tally[0].remark().isEmpty()) {
        console().err("%s", tally[0].remark());
      }
    }
    if (wantsArchiveAlone() && WorkerDir.is(dir)) {
      return DONE;
    }
    boolean whole =
        urls != null || importance != null || (links != null && format(links).isEmpty());
    try (CrawlStore store = whole ? CrawlStore.look(dir) : CrawlStore.lookAtAny(dir)) {
      store.ledger().settle(BOUND);
      writeTables(store);
      writeGraphs(store);
      texts.write(dir, store, console());
      writeDuplicates(store);
      OpicTotals opic = OpicTotals.of(store);
      console()
          .err(
              "%,d pages, %,d links, importance %s%s",
              store.knownPages(),
              store.ledger().links(),
              ImportanceBias.before(
                  OpicTotals.precision(opic, store.ledger().errorBound()),
                  ImportanceBias.of(store)),
              opic == null ? " in all" : "");
    }
    return DONE;
  }

  private boolean wantsArchiveAlone() {
    return pages == null
        && sites == null
        && links == null
        && urls == null
        && importance == null
        && commonCrawl == null
        && precedence == null
        && texts.text == null
        && duplicates == null;
  }

  private void checkAsked() {
    if (wantsArchiveAlone() && history == null && wacz == null) {
      throw new WrongUse(
          "nothing to export; name a file with --pages, --sites, --links, --history, --urls,"
              + " --importance, --common-crawl, --precedence, --wacz, --text or --duplicates");
    }
    texts.check();
    if (wacz == null && (split != null || sign != null)) {
      throw new WrongUse(
          (split != null ? "--split" : "--sign") + ": only a WACZ is; name one with --wacz FILE");
    }
    if (split != null) {
      ByteSize.parse("--split", split);
    }
    Path graph = links != null && format(links).isEmpty() ? links : null;
    for (Path file : given(graph, urls, importance, precedence, wacz, texts.text)) {
      if (file.toString().equals("-")) {
        throw new WrongUse("only tables are written to stdout as -; name a file, or /dev/stdout");
      }
    }
    Set<Path> named = new HashSet<>();
    for (Path file : all()) {
      if (!named.add(file.toAbsolutePath().normalize())) {
        throw new WrongUse(file + ": is named twice; give every export a file of its own");
      }
    }
    for (Path file : given(graph)) {
      WrongUse.typed(() -> GraphFormat.ofName(file.toString()));
    }
    for (Path file : given(pages, sites, history, duplicates)) {
      if (!file.toString().equals("-") && format(file).isEmpty()) {
        throw new WrongUse(file + ": its ending tells no format (.csv .jsonl .parquet); say --to");
      }
    }
  }

  private List<Path> all() {
    return given(
        pages, sites, links, history, urls, importance, precedence, wacz, texts.text, duplicates);
  }

  private static List<Path> given(@Nullable Path... files) {
    List<Path> given = new ArrayList<>();
    for (Path file : files) {
      if (file != null) {
        given.add(file);
      }
    }
    return given;
  }

  private void writeTables(CrawlStore store) throws IOException {
    if (pages != null) {
      table(pages, CrawlTables.pageColumns(store), out -> tables().pages(store, out));
    }
    if (sites != null) {
      SiteWeb web = SiteWebs.of(store, SiteWebs.By.SITE);
      double damping = store.ledger().damping();
      double[] worth =
          SiteImportance.of(web, SiteImportance.Method.LEDGER, Weighing.USUAL, damping);
      List<Site> graded = new SiteReport(web, worth).sites(Grades.usual());
      table(sites, CrawlTables.SITES, out -> tables().sites(graded, out));
    }
    if (links != null && format(links).isPresent()) {
      table(links, CrawlTables.LINKS, out -> tables().links(store, out));
    }
    if (precedence != null) {
      Precedence.write(store, precedence, console().progress());
    }
    if (commonCrawl != null) {
      CommonCrawlFiles.write(SiteWebs.of(store, by), commonCrawl);
    }
  }

  private void writeDuplicates(CrawlStore store) throws IOException {
    if (duplicates != null) {
      DuplicateGroups groups = DuplicateGroups.of(dir, store, console().progress());
      table(duplicates, DuplicateGroups.COLUMNS, groups::write);
      console().err("%s: %,d groups of %,d pages", duplicates, groups.groups(), groups.pages());
    }
  }

  private void writeGraphs(CrawlStore store) {
    if (links != null && format(links).isEmpty()) {
      new GraphWriter(console().progress())
          .write(CrawlGraph.of(store), null, links, GraphFormat.ofName(links.toString()));
    }
    if (urls != null) {
      GraphWriter.writeNames(CrawlGraph.urls(store), urls);
    }
    if (importance != null) {
      writeImportance(store, importance);
    }
  }

  private CrawlTables tables() {
    return new CrawlTables(console().progress());
  }

  private Optional<TableFormat> format(Path file) {
    return to != null ? Optional.of(to) : TableFormat.ofName(file.toString());
  }

  private interface Fill {
    void rows(TableWriter table) throws IOException;
  }

  private void table(Path file, List<Column> columns, Fill fill) throws IOException {
    if (file.toString().equals("-")) {
      TableFormat format = to == null ? TableFormat.JSONL : to;
      TableWriter table = TableWriter.to(console().bytes(), format, columns);
      fill.rows(table);
      table.finish();
      return;
    }
    TableFormat format = format(file).orElseThrow();
    try (TableWriter table = TableWriter.create(file, format, columns)) {
      fill.rows(table);
      table.finish();
    }
  }

  private static void writeImportance(CrawlStore store, Path file) {
    try (NewFile whole = new NewFile(file)) {
      try (BufferedWriter out = Files.newBufferedWriter(whole.temporary())) {
        for (int slot = 0; slot < store.pages().size(); slot++) {
          out.write(Double.toString(store.ledger().importance(slot)));
          out.newLine();
        }
      } catch (IOException e) {
        throw whole.failed(e);
      }
      whole.commit();
    }
  }
}
