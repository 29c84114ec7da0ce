package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.Supplier;
import nephila.ledger.window.Window;
import org.junit.jupiter.api.Test;

/// Bytes per page as the class comments state them, measured on the heap (a power of two of pages,
/// so that arrays that double are full).
class MemoryTest {
  private static final int PAGES = 1 << 20;

  private static long used() {
    for (int k = 0; k < 3; k++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static double bytesPerPage(Supplier<Ledger> make) {
    long before = used();
    Ledger ledger = make.get();
    ledger.discovered(PAGES - 1);
    for (int page = 0; page < PAGES; page++) {
      ledger.read(page, (page * 7) & (PAGES - 1), (page * 13 + 1) & (PAGES - 1));
    }
    double bytes = (double) (used() - before) / PAGES;
    ledger.audit();
    return bytes;
  }

  @Test
  void bytesPerPageAreAsStated() {
    assertEquals(26.25, bytesPerPage(() -> new RowlessLedger(0.85, PAGES)), 2);
    // 22, 8 in the lists of pages that changed and that are to be pushed, and 24 a row of two
    // links.
    assertEquals(54, bytesPerPage(() -> new ExactLedger(0.85, PAGES)), 3);
    assertEquals(22, bytesPerPage(() -> opic("all")), 2);
    assertEquals(42, bytesPerPage(() -> opic("growing:4")), 2);
  }

  private static Ledger opic(String window) {
    return new OpicLedger(OpicLedger.Settings.corrected(Window.parse(window)));
  }
}
