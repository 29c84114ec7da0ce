package nephila.frontier.growth;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import nephila.frontier.HostDiscount;
import nephila.ledger.ExactLedger;
import nephila.ledger.PageTable;

/// Expects what unread pages of a crawl will be worth in the end, by their directory, their host,
/// the links to them and what their URL says ([ExpectedWorth]). Pages of directories that were read
/// a lot take turns ([HostDiscount]).
///
/// Looks anew at all pages when the reads have grown by a fiftieth, and not before they are a
/// fiftieth of the known pages: a look costs about 0.2 microseconds a page, a read at most 10.
/// Where the pages fill more than two thirds of the memory they are given, it is off for good: a
/// page is expected to be worth what it is worth now. 12 bytes a page and 80 a directory. Single
/// writer.
public final class ExpectedWorthModel {
  private static final int LOOKS_A_GROWTH = 50;
  private static final int PAGES_A_READ = 50;
  private static final double MOST_FILLED = 2 / 3.0;

  private final PageTable pages;
  private final ExactLedger ledger;
  private final PagePlacement store;
  private final double credit;
  private ExpectedWorth expected;
  private boolean on = true;

  /// Pages of each directory that were read or are being read.
  private int[] directoryReads = new int[16];

  private long taken;

  /// It looks when so many pages were taken.
  private long lookAt;

  public ExpectedWorthModel(PageTable pages, ExactLedger ledger, PagePlacement store) {
    this.pages = pages;
    this.ledger = ledger;
    this.store = store;
    this.credit = ledger.credit();
    this.expected = nothingKnown();
  }

  private ExpectedWorth nothingKnown() {
    return new ExpectedWorth(
        new Known(), List.of(store::directory, store::host), UrlKind.KINDS, store::kind);
  }

  /// Goes on with what an earlier run has [#learned]; what does not fit is not taken.
  public void resume(String learned) {
    try {
      expected.resume(Arrays.stream(learned.split(" ")).mapToDouble(Double::parseDouble).toArray());
    } catch (NumberFormatException e) {
      // Learns anew.
    }
  }

  /// The state of the model, to be kept with the crawl.
  public String learned() {
    return Arrays.stream(expected.learned())
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  /// Whether anything is expected.
  public boolean isOn() {
    return on && store.isWhole();
  }

  /// Ends it where not all pages are in memory any more; returns whether it ended just now. Then
  /// all pages have another worth.
  public boolean ends() {
    boolean ended = on && !store.isWhole();
    if (ended) {
      end();
    }
    return ended;
  }

  /// Keeps the state of the model, for a later run with more memory.
  private void end() {
    on = false;
    store.placesEnd();
    ExpectedWorth emptied = nothingKnown();
    emptied.resume(expected.learned());
    expected = emptied;
    directoryReads = new int[0];
  }

  /// Whether it is time to look. Afterwards all pages have another worth.
  public boolean wantsLook() {
    return on && taken >= lookAt;
  }

  /// Counts what is known now, and learns.
  public void look() {
    int reads = store.readPages();
    lookAt = taken + Math.max(1, Math.max(reads / LOOKS_A_GROWTH, pages.size() / PAGES_A_READ));
    long filled = (long) pages.size() + store.directories();
    if (!isOn() || filled > store.memoryPages() * MOST_FILLED) {
      end();
      return;
    }
    expected.look();
    int[] counted = expected.reads();
    directoryReads = Arrays.copyOf(counted, Math.max(counted.length, directoryReads.length));
  }

  /// The unread page will be asked for next.
  public void taken(int slot) {
    if (isOn()) {
      expected.chosen(slot);
      int directory = store.directory(slot);
      if (directory >= directoryReads.length) {
        directoryReads = Arrays.copyOf(directoryReads, 2 * directory + 16);
      }
      directoryReads[directory]++;
      taken++;
    }
  }

  /// The expected worth of the unread page when its turn comes, in credits.
  public double of(int slot) {
    if (!isOn()) {
      return worth(slot);
    }
    int directory = store.directory(slot);
    int reads = directory < directoryReads.length ? directoryReads[directory] : 0;
    return expected.of(slot) * HostDiscount.HOST.share(reads);
  }

  /// The worth of the page now, in credits.
  public double worth(int slot) {
    return ledger.worth(slot) / credit;
  }

  /// The pages of the table.
  private final class Known implements KnownPages {
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
      return ExpectedWorthModel.this.worth(slot);
    }

    @Override
    public int[] row(int slot) {
      return pages.row(slot);
    }
  }
}
