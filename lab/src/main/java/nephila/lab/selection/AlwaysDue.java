package nephila.lab.selection;

import java.util.function.IntUnaryOperator;
import nephila.frontier.EvictedPages;
import nephila.frontier.Frontier;
import nephila.frontier.HostClock;
import nephila.frontier.Lanes;
import nephila.frontier.Limits;
import nephila.frontier.PagePriority;
import nephila.ledger.PageTable;

/// A host of a simulated web: it may be asked at any time.
public enum AlwaysDue implements HostClock {
  HOST;

  @Override
  public long nextAtMillis() {
    return 0;
  }

  /// A frontier over pages of a simulated web, all of them in memory.
  ///
  /// @param hostOf the number of a page's host, or of whatever takes turns in place of hosts
  public static Frontier<AlwaysDue> frontier(
      PageTable pages, IntUnaryOperator hostOf, PagePriority order) {
    return new Frontier<>(
        pages, hostOf, number -> HOST, Lanes.of(pages, order), EvictedPages.NONE, Limits.USUAL);
  }
}
