package nephila.exchange;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import nephila.Progress;
import nephila.sites.Site;
import nephila.store.CrawlStore;
import nephila.store.ExportedPage;
import nephila.store.LinkRowWalk;
import nephila.store.record.PageDiscovery;
import nephila.store.record.ReadFacts;
import nephila.tables.Column;
import nephila.tables.TableWriter;
import nephila.url.CanonicalUrl;
import nephila.view.OpicPage;
import nephila.view.OpicTotals;
import nephila.view.PageState;
import org.jspecify.annotations.Nullable;

/// What a crawl knows, as tables. Rows are written as the store is walked: memory does not grow
/// with the crawl.
public final class CrawlTables {
  /// Columns of [#pages]. `linkScore` is importance from 0 to 100 on a logarithmic scale, as
  /// Screaming Frog shows it: 0 for a page nobody links to, 100 for the most important.
  public static final List<Column> PAGES =
      List.of(
          Column.text("url"),
          Column.text("site"),
          Column.real("importance"),
          Column.real("linkScore"),
          Column.real("cash"),
          Column.text("state"),
          Column.whole("status"),
          Column.whole("reads"),
          Column.time("lastRead"),
          Column.time("lastChange"),
          Column.text("mime"),
          Column.whole("bytes"),
          Column.text("digest"),
          Column.whole("depth"),
          Column.text("via"));

  /// What [#pages] has besides where importance is OPIC's, in the papers' terms (all cash together
  /// is 1): C, H, (H + C)/(G + 1), X = H/|H|.
  private static final List<Column> OPIC =
      List.of(
          Column.real("opicCash"),
          Column.real("opicHistory"),
          Column.real("opicEstimate"),
          Column.real("opicShare"));

  /// The columns of [#pages] of that crawl.
  public static List<Column> pageColumns(CrawlStore store) {
    List<Column> columns = new ArrayList<>(PAGES);
    columns.addAll(store.choice().importance().isOpic() ? OPIC : List.of());
    return columns;
  }

  public static final List<Column> SITES =
      List.of(
          Column.whole("rank"),
          Column.text("site"),
          Column.real("importance"),
          Column.whole("grade"),
          Column.text("reasons"),
          Column.whole("pages"),
          Column.whole("read"),
          Column.whole("answered"),
          Column.whole("linkingSites"),
          Column.real("outside"));

  public static final List<Column> LINKS =
      List.of(Column.text("source"), Column.text("target"), Column.real("share"));

  public static final List<Column> HISTORY =
      List.of(
          Column.time("at"),
          Column.text("url"),
          Column.whole("status"),
          Column.whole("bytes"),
          Column.whole("millis"),
          Column.text("mime"),
          Column.text("digest"),
          Column.text("path"),
          Column.text("via"),
          Column.text("notes"));

  private final Progress progress;

  public CrawlTables(Progress progress) {
    this.progress = progress;
  }

  /// Writing that a walk over the store calls back.
  private interface Row {
    void write() throws IOException;
  }

  private static void unchecked(Row row) {
    try {
      row.write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Every known page.
  public void pages(CrawlStore store, TableWriter table) throws IOException {
    OpicTotals opic = OpicTotals.of(store);
    double leastWorth = store.ledger().leastWorth();
    double[] most = {leastWorth};
    store.everyPage(page -> most[0] = Math.max(most[0], store.worth(page)));
    double least = leastWorth / Math.max(1, store.ledger().worthSum());
    double span = Math.log(most[0] / leastWorth);
    ExportedPage.of(
        store,
        page -> {
          double score = span == 0 ? 0 : 100 * Math.log(page.importance() / least) / span;
          unchecked(() -> page(store, opic, page, Math.clamp(score, 0, 100), table));
          progress.at("pages written", table.rows(), store.knownPages());
        });
  }

  private static void page(
      CrawlStore store,
      @Nullable OpicTotals opic,
      ExportedPage page,
      double score,
      TableWriter table)
      throws IOException {
    PageDiscovery discovery = page.discovery();
    ReadFacts facts = page.facts();
    boolean read = facts != null;
    List<@Nullable Object> row = new ArrayList<>();
    Collections.addAll(
        row,
        discovery.url(),
        CanonicalUrl.ofCanonical(discovery.url()).site(),
        page.importance(),
        score,
        page.cash(),
        PageState.of(page.stored()).toString(),
        read ? (Object) (long) page.status() : null,
        (long) page.reads(),
        facts == null ? null : (Object) facts.atMillis(),
        facts == null ? null : (Object) facts.changedAtMillis(),
        facts == null ? null : orNull(facts.mime()),
        facts == null ? null : (Object) facts.length(),
        facts == null ? null : orNull(facts.digest()),
        (long) discovery.depth(),
        discovery.isSeed() ? null : store.url(discovery.viaHost(), discovery.viaHash()));
    if (opic != null) {
      OpicPage its = OpicPage.of(store, page.stored(), opic);
      Collections.addAll(row, its.cash(), its.history(), its.estimate(), its.share());
    }
    table.row(row.toArray());
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  /// Sites with grades and reasons.
  public void sites(List<Site> sites, TableWriter table) throws IOException {
    for (Site site : sites) {
      table.row(
          (long) site.rank(),
          site.name(),
          site.importance(),
          site.isGraded() ? (Object) (long) site.grade() : null,
          String.join("; ", site.reasons()),
          (long) site.pages(),
          (long) site.read(),
          (long) site.answered(),
          (long) site.linkingSites(),
          site.outside());
    }
  }

  /// Every link of every page read, with the share of all importance that it carries.
  public void links(CrawlStore store, TableWriter table) throws IOException {
    store.needsLinks();
    double sum = Math.max(1, store.ledger().worthSum());
    LinkRowWalk.over(
        store,
        row -> {
          String source = row.links() == 0 ? "" : store.url(row.host(), row.hash());
          for (int k = 0; k < row.links(); k++) {
            String target = store.url(row.host(k), row.hash(k));
            double share = row.share(k) / sum;
            unchecked(() -> table.row(source, target, share));
            progress.at("links written", table.rows(), store.ledger().links());
          }
        });
  }

  /// Every request of the crawl, in the order of its log. Returns what was wrong with the log.
  public LineTally history(Path dir, TableWriter table) throws IOException {
    Path log = dir.resolve("crawl.log");
    LineTally tally = new LineTally(log.getFileName().toString());
    CrawlLog.read(
        log,
        tally,
        progress,
        line ->
            unchecked(
                () ->
                    table.row(
                        line.atMillis(),
                        line.url(),
                        (long) line.status(),
                        line.bytes() < 0 ? null : (Object) line.bytes(),
                        line.millis() < 0 ? null : (Object) line.millis(),
                        orNull(line.mime()),
                        orNull(line.digest()),
                        orNull(line.path()),
                        orNull(line.via()),
                        orNull(line.notes()))));
    return tally;
  }
}
