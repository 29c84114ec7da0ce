package nephila.frontier.order;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import nephila.frontier.Frontier;
import nephila.frontier.PagePriority;
import nephila.ledger.Ledger;
import nephila.ledger.OpicLedger;
import nephila.ledger.PageTable;

/// By the clock ([#hand]): the hand goes on until it stops at a page that may be read, and pages
/// are read in the order in which it stopped at them. A page whose host is not due waits for it,
/// and the hand goes on meanwhile. Where the hand finds no page, any page that may be read is.
///
/// The hand sees pages that are in memory. 4 bytes a page.
public final class ClockPriority implements PagePriority {
  /// Stops of the hand at pages that cannot be read, after which any page is read.
  private static final int TRIES = 64;

  private final PageTable pages;
  private final IntSupplier clock;
  private IntConsumer changed = slot -> {};
  private int[] stops = {};
  private int next;

  public ClockPriority(PageTable pages, Ledger ledger) {
    this.pages = pages;
    this.clock = hand(ledger);
  }

  /// The hand of the clock for a ledger, which gives the page at which it stops: of the [CashClock]
  /// where cash is conserved, of the [CountingClock] where residuals shrink.
  public static IntSupplier hand(Ledger ledger) {
    return ledger instanceof OpicLedger
        ? new CashClock(ledger)::next
        : new CountingClock(ledger)::next;
  }

  /// Tells of pages whose priority rose because the hand has stopped at them.
  public void whenItStops(IntConsumer to) {
    changed = to;
  }

  private int stop(int slot) {
    return slot < stops.length ? stops[slot] : 0;
  }

  @Override
  public double of(int slot) {
    int stop = stop(slot);
    return stop == 0 ? 0 : 1.0 / stop;
  }

  @Override
  public boolean isBefore(int slot, int other) {
    int stop = stop(slot);
    int its = stop(other);
    return stop == its ? slot < other : stop != 0 && (its == 0 || stop < its);
  }

  @Override
  public void waits(int slot) {
    forget(slot);
  }

  @Override
  public void taken(int slot) {
    forget(slot);
  }

  private void forget(int slot) {
    if (slot < stops.length) {
      stops[slot] = 0;
    }
  }

  @Override
  public boolean findsBetterThan(int slot) {
    if (stop(slot) != 0) {
      return false;
    }
    for (int tries = 0; tries < TRIES; tries++) {
      int page = clock.getAsInt();
      if (page == PageTable.NO_PAGE) {
        return false;
      }
      if (stop(page) == 0 && Frontier.mayBeTaken(pages, page)) {
        if (page >= stops.length) {
          stops = Arrays.copyOf(stops, Math.max(pages.size(), page + 1));
        }
        stops[page] = ++next;
        changed.accept(page);
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean isByWorth() {
    return false;
  }
}
