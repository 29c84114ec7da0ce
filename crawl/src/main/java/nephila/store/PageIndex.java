package nephila.store;

import static nephila.ledger.PageTable.NO_PAGE;

import java.util.Arrays;
import nephila.ledger.PageTable;
import org.jspecify.annotations.Nullable;

/// Which page has which slot of the [PageTable], and where its URL is.
///
/// A page is known by its host's number and a 64-bit hash of its canonical URL. Two URLs of one
/// host fall together with a chance of about n²/2⁶⁵ (under 10⁻⁶ for six million pages of one host);
/// the later one is then taken for the earlier.
///
/// While a crawl is small every known page has a slot. One that has outgrown its memory keeps the
/// pages it will need soonest ([PageCache]); the others leave.
///
/// Cost: 20 bytes a page and 6 for the table of slots, plus what [PagePlaces] costs where every
/// page has a slot. Not thread-safe: the thread of the crawl loop owns it.
public final class PageIndex {
  private static final int FILTER_BITS = 24;

  private final PageTable pages;
  private long[] hash = new long[1024];
  private int[] host = new int[1024];
  private byte[] @Nullable [] urls = new byte[1024][];

  /// Where the page's URL record begins in the [UrlArena].
  private int[] urlAt = new int[1024];

  private final PagePlaces places = new PagePlaces();
  private int[] slots = new int[4096];
  private boolean filtered;

  /// A bit for the hash of every page, once pages come and go.
  private long[] filter = {};

  PageIndex(PageTable pages) {
    this.pages = pages;
    Arrays.fill(slots, NO_PAGE);
  }

  /// Where the pages lie on their hosts, while every known page is here.
  public PagePlaces places() {
    return places;
  }

  /// The page's slot, or [PageTable#NO_PAGE].
  public int find(int pageHost, long pageHash) {
    int mask = slots.length - 1;
    for (int i = spread(pageHost, pageHash) & mask; ; i = (i + 1) & mask) {
      int slot = slots[i];
      if (slot == NO_PAGE || (hash[slot] == pageHash && host[slot] == pageHost)) {
        return slot;
      }
    }
  }

  /// Adds a page that is not there yet.
  int add(int pageHost, long pageHash) {
    assert find(pageHost, pageHash) == NO_PAGE : "P1 a page has one slot";
    int slot = pages.add();
    if (pages.capacity() > hash.length) {
      grow(pages.capacity());
    }
    hash[slot] = pageHash;
    host[slot] = pageHost;
    if (pages.size() > slots.length / 8 * 5) {
      rebuild(slots.length * 2);
    } else {
      place(slot);
    }
    return slot;
  }

  private void grow(int length) {
    hash = Arrays.copyOf(hash, length);
    host = Arrays.copyOf(host, length);
    urls = Arrays.copyOf(urls, length);
    urlAt = Arrays.copyOf(urlAt, length);
  }

  /// The page leaves; [#forgetLeft] must follow before anything is looked for.
  void leave(int slot) {
    pages.leave(slot);
    urls[slot] = null;
  }

  /// Pages that have left are no longer found.
  void forgetLeft() {
    rebuild(slots.length);
  }

  /// Makes the index grow in small steps.
  void growSlowly() {
    pages.growSlowly();
    filtered = true;
    places.forget();
    filter = new long[1 << FILTER_BITS - 6];
    rebuild(slots.length);
  }

  private void rebuild(int length) {
    slots = length == slots.length ? slots : new int[length];
    Arrays.fill(slots, NO_PAGE);
    Arrays.fill(filter, 0);
    for (int slot = 0; slot < pages.size(); slot++) {
      if (!pages.isFree(slot)) {
        place(slot);
      }
    }
  }

  /// Whether the page may have a slot; seldom said of one that has none. Cheaper than [#find] for a
  /// walk over pages most of which have none.
  boolean mayHave(int pageHost, long pageHash) {
    int bit = spread(pageHost, pageHash) * 0x9E3779B9 >>> 32 - FILTER_BITS;
    return (filter[bit >>> 6] & 1L << bit) != 0;
  }

  private void place(int slot) {
    int bit = spread(host[slot], hash[slot]) * 0x9E3779B9 >>> 32 - FILTER_BITS;
    if (filtered) {
      filter[bit >>> 6] |= 1L << bit;
    }
    int mask = slots.length - 1;
    int i = spread(host[slot], hash[slot]) & mask;
    while (slots[i] != NO_PAGE) {
      i = (i + 1) & mask;
    }
    slots[i] = slot;
  }

  private static int spread(int pageHost, long pageHash) {
    long mixed = pageHash + pageHost * 0x9E3779B97F4A7C15L;
    return (int) (mixed ^ (mixed >>> 32));
  }

  public int host(int slot) {
    return host[slot];
  }

  public long hash(int slot) {
    return hash[slot];
  }

  /// The URL record kept in memory, null when it is on disk or in the arena.
  byte @Nullable [] url(int slot) {
    return urls[slot];
  }

  void url(int slot, byte @Nullable [] record) {
    urls[slot] = record;
  }

  void forgetUrls() {
    Arrays.fill(urls, null);
  }

  int urlAt(int slot) {
    return urlAt[slot];
  }

  void urlAt(int slot, int at) {
    urlAt[slot] = at;
  }
}
