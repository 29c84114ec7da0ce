package nephila.lab.experiment;

import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import nephila.frontier.order.ClockPriority;
import nephila.lab.selection.FrontierSelector;
import nephila.lab.selection.PageSelector;
import nephila.lab.selection.RandomSelector;
import nephila.ledger.ExactLedger;
import nephila.ledger.Ledger;
import nephila.ledger.OpicLedger;
import nephila.ledger.RowlessLedger;
import nephila.ledger.window.Window;
import nephila.rank.RankOptions.VirtualPage;

/// An on-line algorithm with its order of reading, by name.
///
/// @param ledger makes one for a number of pages
/// @param selector makes one for a ledger and a seed
record Contender(
    String name, IntFunction<Ledger> ledger, BiFunction<Ledger, Long, PageSelector> selector) {
  private static final double DAMPING = 0.85;

  /// The papers' OPIC, its estimate as written.
  static Contender opic(String name, BiFunction<Ledger, Long, PageSelector> selector) {
    return opic(name, "all", selector);
  }

  /// The same with a kind of virtual page.
  static Contender opic(
      String name, VirtualPage virtualPage, BiFunction<Ledger, Long, PageSelector> selector) {
    OpicLedger.Settings plain = OpicLedger.Settings.plain();
    OpicLedger.Settings settings =
        virtualPage == VirtualPage.SMALL_EDGE ? plain.withSmallEdge() : plain;
    return new Contender(name, pages -> new OpicLedger(settings), selector);
  }

  /// The papers' Adaptive OPIC with a window, see [Window#parse].
  static Contender opic(
      String name, String window, BiFunction<Ledger, Long, PageSelector> selector) {
    OpicLedger.Settings settings = OpicLedger.Settings.plain().withWindow(Window.parse(window));
    return new Contender(name, pages -> new OpicLedger(settings), selector);
  }

  /// OPIC with the starting cash left out of the estimate.
  static Contender corrected(
      String name, String window, BiFunction<Ledger, Long, PageSelector> selector) {
    OpicLedger.Settings settings = OpicLedger.Settings.corrected(Window.parse(window));
    return new Contender(name, pages -> new OpicLedger(settings), selector);
  }

  /// The exact form that stores no links.
  static Contender exactForgetting(String name, BiFunction<Ledger, Long, PageSelector> selector) {
    return new Contender(name, pages -> new RowlessLedger(DAMPING, pages), selector);
  }

  /// The exact form that keeps the row of every page read, as the crawler does, and pushes between
  /// reads what pages owe that owe more than so many credits; 0 for nothing.
  static Contender exactKeeping(
      String name, double push, BiFunction<Ledger, Long, PageSelector> selector) {
    return new Contender(
        name,
        pages -> {
          ExactLedger ledger = new ExactLedger(DAMPING, pages);
          ledger.pushAbove(push == 0 ? Double.POSITIVE_INFINITY : push);
          return ledger;
        },
        selector);
  }

  static PageSelector greedy(Ledger ledger, long seed) {
    return FrontierSelector.greedy(ledger);
  }

  static PageSelector cycle(Ledger ledger, long seed) {
    return FrontierSelector.cycle(ledger);
  }

  static PageSelector random(Ledger ledger, long seed) {
    return new RandomSelector(ledger, new SplittableRandom(seed));
  }

  static PageSelector refresh(Ledger ledger, long seed) {
    return FrontierSelector.refresh(ledger);
  }

  static PageSelector clock(Ledger ledger, long seed) {
    return ClockPriority.hand(ledger)::getAsInt;
  }
}
