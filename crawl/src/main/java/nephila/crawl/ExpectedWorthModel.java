package nephila.crawl;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import nephila.ledger.PageTable;
import nephila.select.ExpectedWorth;
import nephila.select.KnownPages;
import nephila.select.Siblings;
import nephila.select.UrlKind;
import nephila.store.CrawlStore;
import nephila.store.PageIndex;
import nephila.store.PagePlaces;

/// What unread pages are expected to be worth in the end, by their directory, their host, the links
/// to them and what their URL says, learned from the pages read so far ([ExpectedWorth]). Pages of
/// directories that were read a lot take turns ([Siblings]).
///
/// Looks anew at all pages when the reads have grown by a fiftieth, and not before they are a
/// fiftieth of the known pages: a look costs about 0.2 microseconds a page, a read at most 10.
/// Where the pages fill more than two thirds of the memory they are given, it is off for good: a
/// page is expected to be worth what it is worth now. 12 bytes a page and 80 a directory. Owned by
/// the wheel's thread.
final class ExpectedWorthModel implements KnownPages {
  private static final int LOOKS_A_GROWTH = 50;
  private static final int PAGES_A_READ = 50;
  private static final double MOST_FILLED = 2 / 3.0;

  private final CrawlStore store;
  private final PageTable pages;
  private final PageIndex index;
  private final double credit;
  private ExpectedWorth expected;
  private boolean on;

  /// Pages of each directory that were read or are being read.
  private int[] directoryReads = new int[16];

  private long taken;

  /// It looks when so many pages were taken.
  private long lookAt;

  /// `wanted` is false where pages are not read by what they are worth.
  ExpectedWorthModel(CrawlStore store, boolean wanted) {
    this.store = store;
    this.pages = store.pages();
    this.index = store.index();
    this.credit = store.ledger().credit();
    this.on = wanted;
    this.expected = nothingKnown();
    store.note("growth").ifPresent(this::resume);
  }

  private ExpectedWorth nothingKnown() {
    PagePlaces places = index.places();
    return new ExpectedWorth(
        this, List.of(places::directory, index::host), UrlKind.KINDS, places::kind);
  }

  private void resume(String learned) {
    try {
      expected.resume(Arrays.stream(learned.split(" ")).mapToDouble(Double::parseDouble).toArray());
    } catch (NumberFormatException e) {
      // Learns anew.
    }
  }

  /// What was learned, for the note of that name.
  String learned() {
    return Arrays.stream(expected.learned())
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  /// Whether anything is foreseen.
  boolean isOn() {
    return on && store.isWhole();
  }

  /// Ends it where not all pages are in memory any more; returns whether it ended just now. Then
  /// all pages have another worth.
  boolean ends() {
    boolean ended = on && !store.isWhole();
    if (ended) {
      end();
    }
    return ended;
  }

  /// What was learned is kept, for a later run with more memory.
  private void end() {
    on = false;
    ExpectedWorth emptied = nothingKnown();
    emptied.resume(expected.learned());
    expected = emptied;
    directoryReads = new int[0];
  }

  /// Whether it is time to look. Afterwards all pages have another worth.
  boolean wantsLook() {
    return on && taken >= lookAt;
  }

  void look() {
    int reads = store.readPages();
    lookAt = taken + Math.max(1, Math.max(reads / LOOKS_A_GROWTH, pages.size() / PAGES_A_READ));
    long filled = (long) pages.size() + index.places().directories();
    if (!isOn() || filled > store.spill().limit() * MOST_FILLED) {
      end();
      return;
    }
    expected.look();
    int[] counted = expected.reads();
    directoryReads = Arrays.copyOf(counted, Math.max(counted.length, directoryReads.length));
  }

  /// The unread page will be asked for next.
  void taken(int slot) {
    if (isOn()) {
      expected.chosen(slot);
      int directory = index.places().directory(slot);
      if (directory >= directoryReads.length) {
        directoryReads = Arrays.copyOf(directoryReads, 2 * directory + 16);
      }
      directoryReads[directory]++;
      taken++;
    }
  }

  /// What the unread page is expected to be worth when it is its turn, in credits.
  double of(int slot) {
    if (!isOn()) {
      return worth(slot);
    }
    int directory = index.places().directory(slot);
    int reads = directory < directoryReads.length ? directoryReads[directory] : 0;
    return expected.of(slot) * Siblings.HOST.share(reads);
  }

  @Override
  public int pages() {
    return pages.size();
  }

  @Override
  public boolean known(int slot) {
    return !pages.isGone(slot) && (pages.isRead(slot) || !pages.isDropped(slot));
  }

  @Override
  public boolean wasRead(int slot) {
    return pages.isRead(slot);
  }

  @Override
  public double worth(int slot) {
    return store.ledger().worth(slot) / credit;
  }

  @Override
  public int[] row(int slot) {
    return pages.row(slot);
  }
}
