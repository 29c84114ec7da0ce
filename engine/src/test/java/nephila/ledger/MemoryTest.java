package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.Supplier;
import nephila.ledger.RowlessLedger.Links;
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
    assertEquals(24.25, bytesPerPage(() -> new RowlessLedger(0.85, Links.FORGET, PAGES)), 2);
    // 16⅛ and, for rows of two links, 20 (reference and header), 8 (leaves counted) and 8.
    assertEquals(60.125, bytesPerPage(() -> new RowlessLedger(0.85, Links.KEEP, PAGES)), 3);
    assertEquals(20, bytesPerPage(() -> opic("all")), 2);
    assertEquals(32, bytesPerPage(() -> opic("growing:4")), 2);
  }

  private static Ledger opic(String window) {
    return new OpicLedger(OpicLedger.Settings.corrected(Window.parse(window)));
  }
}
