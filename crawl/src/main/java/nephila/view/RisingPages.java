package nephila.view;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import nephila.store.CrawlStore;
import nephila.store.record.StoredPage;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// The pages whose importance has risen most since a mark: the papers' derivative of importance.
///
/// A page that was not known then has risen from nothing. One that was not among the pages of the
/// mark has risen from what the least of them was worth, at least. A rise is certain where it is
/// larger than what importance may be off, then and now together; smaller ones come behind, and
/// what is less than a tenth of that is left out.
///
/// Its components are the fields of the API's JSON, by name.
///
/// @param since when the mark was made, null where there is none yet
/// @param knownThen pages known then
/// @param certainPages how many pages rose for certain
/// @param newPages how many of these were not known, or worth too little to be remembered
/// @param gained what they gained together
public record RisingPages(
    @Nullable String since,
    long knownThen,
    long knownNow,
    long certainPages,
    long newPages,
    double gained,
    List<RisingPage> pages) {
  /// Where there is no mark to compare with.
  public static final RisingPages NONE = new RisingPages(null, 0, 0, 0, 0, 0, List.of());

  /// The usual time that is looked back.
  public static final Duration WEEK = Duration.ofDays(7);

  /// A rise of less than this part of what importance may be off says nothing.
  private static final int LEAST_OF_NOISE = 10;

  /// A page and what it has gained.
  private record Rise(
      int host,
      long hash,
      PageState state,
      double now,
      double before,
      boolean isNew,
      boolean sure) {
    static final Comparator<Rise> LEAST_FIRST =
        Comparator.comparing(Rise::sure)
            .thenComparingDouble(Rise::gained)
            .thenComparing(Comparator.comparingInt(Rise::host).reversed())
            .thenComparing(Comparator.comparingLong(Rise::hash).reversed());

    double gained() {
      return now - before;
    }
  }

  /// The same with so many of the pages at most.
  public RisingPages first(int limit) {
    List<RisingPage> few = pages.subList(0, Math.min(limit, pages.size()));
    return new RisingPages(
        since, knownThen, knownNow, certainPages, newPages, gained, List.copyOf(few));
  }

  /// Those of a store; empty where there is no mark to compare with.
  ///
  /// @param inMemory whether pages on disk alone are left out, as while the store is crawled
  public static Optional<RisingPages> of(
      CrawlStore store, Path dir, Duration window, int limit, boolean inMemory) throws IOException {
    return new ImportanceMarks(dir).before(window).map(mark -> of(store, mark, limit, inMemory));
  }

  private static RisingPages of(
      CrawlStore store, ImportanceMark mark, int limit, boolean inMemory) {
    Map<Long, Double> then = new HashMap<>();
    mark.importance()
        .forEach(
            (url, importance) -> {
              int host = store.findHost(CanonicalUrl.ofCanonical(url).origin());
              if (host >= 0) {
                then.put(key(host, UrlHash.of(url)), importance);
              }
            });
    ImportanceMark.Precision precision = ImportanceMark.Precision.of(store);
    double sum = Math.max(1, store.ledger().worthSum());
    double least = mark.least();
    PriorityQueue<Rise> best = new PriorityQueue<>(Rise.LEAST_FIRST);
    long[] counts = new long[2];
    double[] gained = new double[1];
    StoredPage.Consumer look =
        page -> {
          PageState state = PageState.of(page);
          if (!PageRanking.Which.IN_SCOPE.has(state, page.status())) {
            return;
          }
          double now = store.worth(page) / sum;
          if (now <= least) {
            return;
          }
          Double before = then.get(key(page.group(), page.hash()));
          double from = before == null ? least : before;
          if (now <= from) {
            return;
          }
          double off = precision.of(now) + mark.precision().of(from);
          if (now - from < off / LEAST_OF_NOISE) {
            return;
          }
          Rise rise = rise(page, state, now, from, before == null, now - from > off);
          if (rise.sure()) {
            counts[0]++;
            counts[1] += rise.isNew() ? 1 : 0;
            gained[0] += rise.gained();
          }
          best.add(rise);
          if (best.size() > limit) {
            best.poll();
          }
        };
    if (inMemory) {
      store.everyPageInMemory(look);
    } else {
      store.everyPage(look);
    }
    List<RisingPage> pages = new ArrayList<>();
    for (int rank = best.size(); rank > 0; rank--) {
      Rise rise = best.remove();
      pages.addFirst(
          new RisingPage(
              rank,
              store.url(rise.host(), rise.hash()),
              rise.state(),
              rise.now(),
              rise.isNew() ? null : rise.before(),
              rise.gained(),
              rise.sure()));
    }
    return new RisingPages(
        mark.at().toString(),
        mark.known(),
        store.knownPages(),
        counts[0],
        counts[1],
        gained[0],
        List.copyOf(pages));
  }

  private static Rise rise(
      StoredPage page, PageState state, double now, double before, boolean isNew, boolean sure) {
    return new Rise(page.group(), page.hash(), state, now, before, isNew, sure);
  }

  /// Two pages with one key are as good as impossible: the hash has 64 bits.
  private static long key(int host, long hash) {
    return hash * 31 + host;
  }
}
