package nephila.refresh;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;
import nephila.store.record.ReadFacts;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Judges the pages of an old crawl by what a crawl of them was answered: for crawls that others
/// carried out, as the workers of a cluster do.
///
/// The rules are those of the [LivenessJudge] as far as a crawl keeps what they ask for. A redirect
/// counts by its target, where that was asked too ([#redirectsToAsk]); many pages of a host that
/// are redirected to one place are led nowhere. What the content of a page says must stand in its
/// status ([CrawledStatus]).
public final class CrawledFindings {
  private static final int MOST_HOPS = 5;

  /// Pages of a host redirected to one place: from so many on it is where all are sent.
  private static final int MANY = 3;

  private final OldWeb old;
  private final CrawlStore store;

  /// How often a place is the target of redirects from other addresses.
  private final Map<String, Integer> led = new HashMap<>();

  private final Set<String> toAsk = new LinkedHashSet<>();
  private final RefreshFindings findings;

  private CrawledFindings(OldWeb old, CrawlStore store) {
    this.old = old;
    this.store = store;
    this.findings = new RefreshFindings(old.pages());
  }

  /// Looks at all pages of the old crawl that the crawl has asked for.
  public static CrawledFindings of(OldWeb old, CrawlStore store) {
    CrawledFindings found = new CrawledFindings(old, store);
    found.look();
    return found;
  }

  public RefreshFindings findings() {
    return findings;
  }

  /// Targets of redirects that decide about an old page and were not asked yet, in the order of the
  /// pages.
  public List<String> redirectsToAsk() {
    return new ArrayList<>(toAsk);
  }

  private void look() {
    int[] slots = new int[old.pages()];
    for (int page = 0; page < slots.length; page++) {
      slots[page] = slot(old.urls().get(page));
      CanonicalUrl target = slots[page] < 0 ? null : target(slots[page]);
      if (target != null) {
        CanonicalUrl asked = CanonicalUrl.ofCanonical(old.urls().get(page));
        if (!LivenessJudge.sameElsewhere(asked, target)) {
          led.merge(asked.origin() + " " + LoginWall.place(asked, target), 1, Integer::sum);
        }
      }
    }
    for (int page = 0; page < slots.length; page++) {
      if (slots[page] >= 0 && isAnswered(slots[page])) {
        findings.enter(answer(page, slots[page]));
      }
    }
    findings.requests(requests());
  }

  /// Pages read, as often as they were read, and one robots.txt a host.
  private long requests() {
    long requests = store.hosts();
    PageTable pages = store.pages();
    for (int slot = 0; slot < pages.size(); slot++) {
      requests += isAnswered(slot) ? 1 : 0;
    }
    return requests;
  }

  private int slot(String url) {
    int host = store.findHost(CanonicalUrl.ofCanonical(url).origin());
    return host < 0 ? -1 : store.index().find(host, UrlHash.of(url));
  }

  private boolean isAnswered(int slot) {
    return store.pages().isRead(slot) || store.pages().isGone(slot);
  }

  /// Where the page was redirected to; null where it was not.
  private @Nullable CanonicalUrl target(int slot) {
    int status = store.pages().status(slot);
    if (!isAnswered(slot) || status / 100 != 3 || status == 304) {
      return null;
    }
    int[] row = store.pages().row(slot);
    return row.length == 1 ? CanonicalUrl.ofCanonical(store.url(row[0])) : null;
  }

  private PageAnswer answer(int page, int slot) {
    CanonicalUrl asked = CanonicalUrl.ofCanonical(old.urls().get(page));
    int status = store.pages().status(slot);
    CanonicalUrl target = target(slot);
    if (target != null) {
      return redirected(page, asked, target, status);
    }
    ReadFacts facts = store.lastRead(slot);
    LivenessVerdict verdict = DeadLinks.ofCrawl(status);
    PageChange change =
        verdict.alive() && facts != null
            ? old.copies().compare(page, facts.digest(), facts.fingerprint())
            : PageChange.UNKNOWN;
    return new PageAnswer(page, verdict, status, "", "GET", false, change);
  }

  private PageAnswer redirected(int page, CanonicalUrl asked, CanonicalUrl first, int status) {
    Set<String> passed = new LinkedHashSet<>(List.of(asked.text()));
    CanonicalUrl from = asked;
    CanonicalUrl at = first;
    for (int hop = 0; hop < MOST_HOPS && passed.add(at.text()); hop++) {
      if (LoginWall.isLogin(at) && !LoginWall.isLogin(asked)) {
        return settled(page, LivenessVerdict.LOGIN, status, at);
      }
      boolean front = LivenessJudge.isFront(at) && !LivenessJudge.isFront(asked);
      String place = from.origin() + " " + LoginWall.place(from, at);
      if (front || led.getOrDefault(place, 0) >= MANY) {
        return settled(page, LivenessVerdict.REDIRECTED, status, at);
      }
      int slot = slot(at.text());
      if (slot < 0 || !isAnswered(slot)) {
        toAsk.add(at.text());
        return settled(page, LivenessVerdict.REDIRECTED, status, at);
      }
      CanonicalUrl next = target(slot);
      if (next == null) {
        LivenessVerdict there = DeadLinks.ofCrawl(store.pages().status(slot));
        LivenessVerdict verdict =
            there.alive()
                ? LivenessVerdict.MOVED
                : there.closed() ? there : LivenessVerdict.REDIRECTED;
        return settled(page, verdict, status, at);
      }
      from = at;
      at = next;
    }
    return settled(page, LivenessVerdict.REDIRECTED, status, at);
  }

  private static PageAnswer settled(
      int page, LivenessVerdict verdict, int status, CanonicalUrl place) {
    return new PageAnswer(page, verdict, status, place.text(), "GET", false, PageChange.UNKNOWN);
  }
}
