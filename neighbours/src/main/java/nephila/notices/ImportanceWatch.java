package nephila.notices;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;

/// Which pages are worth more than asked, new or twice as much as told. A page is told when it is
/// still worth that much a while after it was first seen to be, or at the end: what a page is worth
/// moves most just after it became known. Owned by one thread; [#look] runs on the store's.
final class ImportanceWatch {
  private static final long SETTLE_MILLIS = 60_000;

  private final double above;

  /// Importance that was told last, by page.
  private final Map<Long, Double> told = new HashMap<>();

  private final Map<Long, Long> seenAt = new HashMap<>();

  ImportanceWatch(double above) {
    this.above = above;
  }

  /// A page that was told, or that was there before anybody asked.
  void known(long hash, double importance) {
    told.put(hash, importance);
  }

  /// Pages above the mark that are in memory.
  List<Notice> look(CrawlStore store, long nowMillis, boolean atEnd) {
    List<Notice> notices = new ArrayList<>();
    PageTable pages = store.pages();
    double least = above * Math.max(1, store.ledger().worthSum());
    for (int slot = 0; slot < pages.size(); slot++) {
      if (pages.isFree(slot)
          || store.ledger().worth(slot) < least
          || !pages.isRead(slot)
          || pages.status(slot) != 200) {
        continue;
      }
      long hash = store.index().hash(slot);
      double importance = store.ledger().importance(slot);
      Double before = told.get(hash);
      if (before != null && importance < 2 * before) {
        continue;
      }
      Long since = seenAt.putIfAbsent(hash, nowMillis);
      if (atEnd || (since != null && nowMillis - since >= SETTLE_MILLIS)) {
        notices.add(notice(store.url(slot), importance, before, nowMillis));
        told.put(hash, importance);
        seenAt.remove(hash);
      }
    }
    return notices;
  }

  private static Notice notice(
      String url, double importance, @org.jspecify.annotations.Nullable Double before, long now) {
    Map<String, Object> facts = new java.util.LinkedHashMap<>();
    facts.put("importance", importance);
    if (before == null) {
      return new Notice(Notice.Kind.NEW, url, now, url, facts);
    }
    facts.put("before", before);
    return new Notice(Notice.Kind.RISING, url + " " + now, now, url, facts);
  }
}
