package nephila.exchange;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import nephila.Progress;
import nephila.archive.ArchivedPage;
import nephila.archive.Archives;
import nephila.archive.ReadTally;
import nephila.archive.WatRecords;
import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.formats.GraphReader;
import nephila.formats.LoadedGraph;
import nephila.graph.LinkGraph;
import nephila.links.Link;
import nephila.links.LinkExtractor;
import nephila.links.LinkKind;
import nephila.links.PageLinks;
import nephila.process.ExchangeRules;
import nephila.process.Probe;
import nephila.process.Statuses;
import nephila.url.CanonicalUrl;

/// Reads somebody else's crawl into [ImportedLedger], as a stream. What is wrong with it is counted
/// and told in [#remarks], with the place of the first.
public final class Import {
  private final ImportedLedger books;
  private final Progress progress;
  private final List<String> remarks = new ArrayList<>();
  private final LinkExtractor extractor = new LinkExtractor("nephila");
  private long seen;

  public Import(ImportedLedger books, Progress progress) {
    this.books = books;
    this.progress = progress;
  }

  /// What was left out, a line for people each.
  public List<String> remarks() {
    return remarks;
  }

  public void read(Path source, ImportKind kind) throws IOException {
    String name = source.getFileName().toString();
    switch (kind) {
      case ARCHIVE -> tell(Archives.pages(source, this::page).remark(name));
      case WAT -> wat(source);
      case COMMON_CRAWL -> graph(source);
      case HERITRIX -> {
        LineTally tally = new LineTally(name);
        CrawlLog.read(source, tally, progress, this::logged);
        tell(tally.remark());
      }
      case NUTCH -> {
        LineTally tally = new LineTally(name);
        new NutchDump(books, tally).read(source, progress);
        tell(tally.remark());
      }
      case SCRAPY -> {
        LineTally tally = new LineTally(name);
        new ScrapyItems(books, tally).read(source, progress);
        tell(tally.remark());
      }
    }
  }

  private void tell(String remark) {
    if (!remark.isEmpty()) {
      remarks.add(remark);
    }
  }

  private void count() {
    progress.at("pages read", ++seen, -1);
  }

  private void page(ArchivedPage page) {
    count();
    CanonicalUrl url = CanonicalUrl.parse(page.url()) instanceof CanonicalUrl it ? it : null;
    boolean errand = url != null && url.path().equals("/robots.txt");
    if (url == null || errand || Probe.is(url)) {
      return;
    }
    Exchange exchange = page.exchange();
    int answered = page.status() == 0 || page.revisit() ? 200 : page.status();
    int status = page.missing() ? Statuses.SOFT_NOT_FOUND : answered;
    long at = page.date().toEpochMilli();
    if (page.revisit() || exchange == null) {
      if (books.isUnread(page.url())) {
        books.read(page.url(), at, status, page.mime(), List.of());
      }
      return;
    }
    List<String> targets = page.missing() ? List.of() : targets(url, exchange);
    books.read(page.url(), at, status, page.mime(), targets);
  }

  private List<String> targets(CanonicalUrl url, Exchange exchange) {
    List<String> targets = new ArrayList<>();
    CanonicalUrl target = ExchangeRules.redirect(url, exchange);
    if (target != null) {
      targets.add(target.text());
    }
    if (exchange.status() != 200) {
      return targets;
    }
    Content content = exchange.content();
    String type = exchange.headers().first("Content-Type");
    PageLinks page =
        extractor.extract(content.array(), content.offset(), content.length(), type, url);
    CanonicalUrl canonical = page.canonical();
    if (canonical != null && !canonical.equals(url) && canonical.sameSite(url)) {
      targets.add(canonical.text()); // it is the other page: that one gets all
    } else if (!page.robots().nofollow()) {
      for (Link link : page.links()) {
        boolean onlyItself = link.is(LinkKind.CANONICAL) && link.url().equals(url);
        if (!link.nofollow() && !onlyItself) {
          targets.add(link.url().text());
        }
      }
    }
    return targets;
  }

  private void wat(Path source) throws IOException {
    String name = source.getFileName().toString();
    LineTally wrong = new LineTally(name);
    ReadTally damage =
        WatRecords.read(
            source,
            (date, json, offset) -> {
              count();
              WatPage page = WatPage.of(json);
              if (page == null) {
                wrong.problem(offset, "no JSON of a WAT (the number is the byte)");
              } else if (!page.url().isEmpty()) {
                books.read(page.url(), date.toEpochMilli(), page.status(), "", page.links());
              }
            });
    tell(damage.remark(name));
    tell(wrong.remark());
  }

  /// Every vertex is the front page of its host.
  private void graph(Path source) {
    LoadedGraph loaded = new GraphReader().progress(progress).open(source.toString());
    LinkGraph graph = loaded.graph();
    for (int page = 0; page < graph.pages(); page++) {
      count();
      List<String> targets = new ArrayList<>();
      LinkGraph.LinkCursor links = graph.successors(page);
      for (int to = links.next(); to != LinkGraph.NO_PAGE; to = links.next()) {
        targets.add(front(loaded.name(to)));
      }
      books.read(front(loaded.name(page)), 0, 200, "", targets);
    }
  }

  private static String front(String reversed) {
    return "https://" + CommonCrawlFiles.reversed(reversed) + "/";
  }

  private void logged(CrawlLog.Line line) {
    count();
    boolean errand = line.path().endsWith("P") || line.url().startsWith("dns:");
    if (errand || Probe.is(line.url())) {
      return;
    }
    if (line.status() > 0) {
      books.read(line.url(), line.atMillis(), line.status(), line.mime());
    }
    if (!line.via().isEmpty()) {
      books.link(books.know(line.via()), books.know(line.url()));
    }
  }
}
