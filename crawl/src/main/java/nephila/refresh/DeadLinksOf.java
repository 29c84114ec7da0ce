package nephila.refresh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import nephila.graph.LinkList;
import nephila.ledger.PageTable;
import nephila.process.Statuses;
import nephila.store.CrawlStore;
import nephila.store.record.ReadFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Gathers the [DeadLinks] of a crawl dir and of a refreshed old crawl.
public final class DeadLinksOf {
  private static final double BOUND = 1e-6;
  private static final int NOWHERE = -1;

  private DeadLinksOf() {}

  /// The dead links of a crawl, running or not, by what its pages answered last.
  public static DeadLinks crawl(Path dir) throws IOException {
    try (CrawlStore store = CrawlStore.look(dir)) {
      store.needsLinks();
      store.ledger().settle(BOUND);
      PageTable table = store.pages();
      int pages = table.size();
      LinkList links = new LinkList();
      double[] importance = new double[pages];
      LivenessVerdict[] verdict = new LivenessVerdict[pages];
      int[] status = new int[pages];
      int[] leads = new int[pages];
      Arrays.fill(leads, NOWHERE);
      BitSet sitemaps = new BitSet();
      BitSet listed = new BitSet();
      for (int slot = 0; slot < pages; slot++) {
        if (!table.isRead(slot) && !table.isGone(slot)) {
          continue;
        }
        importance[slot] = store.ledger().importance(slot);
        status[slot] = table.status(slot);
        verdict[slot] = DeadLinks.ofCrawl(status[slot]);
        int[] row = table.row(slot);
        if (status[slot] / 100 == 3 && row.length == 1) {
          leads[slot] = row[0];
        } else if (verdict[slot].alive()) {
          boolean sitemap = isSitemap(store, slot);
          sitemaps.set(slot, sitemap);
          for (int target : row) {
            links.add(slot, target);
            listed.set(target, sitemap || listed.get(target));
          }
        }
      }
      DeadLinks.Web web =
          new DeadLinks.Web(
              links.graph(pages),
              store::url,
              importance,
              verdict,
              status,
              leads,
              page -> "",
              sitemaps,
              listed,
              store.unreadPages() == 0);
      return DeadLinks.of(web);
    }
  }

  private static boolean isSitemap(CrawlStore store, int slot) {
    ReadFacts facts = store.lastRead(slot);
    if (facts == null || !(facts.mime().contains("xml") || facts.mime().equals("text/plain"))) {
      return false;
    }
    boolean feedOrPage = facts.mime().contains("html") || facts.mime().contains("+xml");
    String path = CanonicalUrl.ofCanonical(store.url(slot)).path();
    return !feedOrPage && path.toLowerCase(java.util.Locale.ROOT).contains("sitemap");
  }

  /// The dead links of an old crawl by what a refresh found out.
  public static DeadLinks refreshed(OldWeb old, RefreshFindings findings) {
    int pages = old.pages();
    UrlNumbers numbers = new UrlNumbers();
    old.urls().forEach(numbers::add);
    LivenessVerdict[] verdict = new LivenessVerdict[pages];
    int[] status = new int[pages];
    int[] leads = new int[pages];
    Arrays.fill(leads, NOWHERE);
    for (int page = 0; page < pages; page++) {
      PageAnswer answer = findings.answer(page);
      if (answer != null) {
        verdict[page] = answer.verdict();
        status[page] = answer.status();
      }
    }
    DeadLinks.Web web =
        new DeadLinks.Web(
            old.links(),
            old.urls()::get,
            old.importance(),
            verdict,
            status,
            leads,
            page -> place(findings.answer(page)),
            new BitSet(),
            new BitSet(),
            false);
    return DeadLinks.of(web);
  }

  private static String place(@Nullable PageAnswer answer) {
    return answer == null ? "" : answer.place();
  }

  /// The status in words.
  public static String words(DeadLinks.Target target) {
    LivenessVerdict verdict = target.verdict();
    boolean http = target.status() > 0;
    String status = http ? "HTTP " + target.status() : Statuses.words(target.status());
    return target.chain().isEmpty() ? status : status + ", " + verdict.words();
  }
}
