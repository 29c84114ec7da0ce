package nephila.ledger;

import java.nio.file.Path;
import java.util.Arrays;

/// OPIC and Adaptive OPIC (papers 000 and 003): every page has cash; reading a page records its
/// cash in its history and pays it out along its links, the virtual page taking its share.
///
/// Papers' symbols: C = [#cash], H = the history behind [#importance], G = [#turnover] (cash paid
/// out so far, the clock), error factor 1/G = [#errorFactor]. The papers' total cash of 1 is here
/// [#CREDIT] units for every page that was discovered.
///
/// Invariants:
/// - C1 every unit is accounted for: the cash of all known pages and of the virtual page is what
///   was issued, to the unit, after any sequence of operations ([#audit]).
/// - C2 no page holds less than nothing.
///
/// Memory: 8 bytes a page for cash, and the history: 12 bytes ([Window.All]), 24 bytes
/// ([Window.Interpolation], [Window.Adaptive]), 32 bytes and 16 a measure ([Window.Fixed],
/// [Window.Improved], [Window.Variable], [Window.ByClass]). A read costs one addition a link.
/// Single writer.
///
/// Differs from the paper: cash is in integer units, so nothing is lost to rounding; a new page
/// brings its own credit, so the mean cash stays the same while the web grows.
public final class OpicLedger implements Ledger {
  /// The cash a page brings with it when it is discovered.
  public static final long CREDIT = 1L << 32;

  private static final long UNKNOWN = Long.MIN_VALUE;
  private static final long GONE = Long.MIN_VALUE + 1;
  private static final double RECENT = 1.0 / 256;

  private final Settings settings;
  private final VirtualPage virtual;
  private final History history;
  private final Row row = new Row();
  private long[] base = new long[16];
  private int pages;
  private int knownPages;
  private long issued;
  private long clock;
  private long reads;
  private double recentFlow;

  /// What the virtual page paid otherwise than to all pages alike: what it had paid every page
  /// before one was discovered, and favours.
  private double uneven;

  /// What can be chosen. `corrected`: leave the starting cash out of the estimate. `smallEdge`: one
  /// link of weight 1/(out + 1) to the virtual page instead of the share. `purseShare`: part of the
  /// virtual page's income kept for [#favour]. `defaultHistory`: a new page starts with the flow of
  /// recently introduced pages. `startClock`: where G starts, any number (it wraps).
  public record Settings(
      Window window,
      boolean corrected,
      double virtualShare,
      boolean smallEdge,
      double purseShare,
      boolean defaultHistory,
      long startClock) {
    /// The papers' OPIC with damping 0.85.
    public static Settings plain() {
      return new Settings(new Window.All(), false, 0.15, false, 0, false, 0);
    }

    /// The corrected estimate, all history.
    public static Settings corrected(Window window) {
      return new Settings(window, true, 0.15, false, 0, false, 0);
    }

    public Settings withWindow(Window other) {
      return new Settings(
          other, corrected, virtualShare, smallEdge, purseShare, defaultHistory, startClock);
    }

    public Settings withPurse(double share) {
      return new Settings(
          window, corrected, virtualShare, smallEdge, share, defaultHistory, startClock);
    }

    public Settings withSmallEdge() {
      return new Settings(
          window, corrected, virtualShare, true, purseShare, defaultHistory, startClock);
    }

    public Settings withDefaultHistory() {
      return new Settings(window, corrected, virtualShare, smallEdge, purseShare, true, startClock);
    }

    public Settings withStartClock(long clock) {
      return new Settings(
          window, corrected, virtualShare, smallEdge, purseShare, defaultHistory, clock);
    }
  }

  public OpicLedger(Settings settings) {
    this.settings = settings;
    this.virtual =
        new VirtualPage(settings.virtualShare(), settings.smallEdge(), settings.purseShare());
    this.clock = settings.startClock();
    this.history = history(settings);
    Arrays.fill(base, UNKNOWN);
  }

  private History history(Settings chosen) {
    return switch (chosen.window()) {
      case Window.All all -> new WholeHistory(chosen.corrected(), chosen.startClock());
      case Window.Interpolation window ->
          new InterpolatedHistory(window, this::issued, chosen.startClock());
      case Window.Adaptive window ->
          new InterpolatedHistory(window, this::issued, chosen.startClock());
      default ->
          new MeasuredHistory(
              chosen.window(), chosen.corrected(), this::issued, () -> this.knownPages);
    };
  }

  public Settings settings() {
    return settings;
  }

  @Override
  public int pages() {
    return pages;
  }

  public int knownPages() {
    return knownPages;
  }

  @Override
  public boolean known(int page) {
    return page < pages && base[page] > GONE;
  }

  @Override
  public boolean wasRead(int page) {
    return known(page) && history.reads(page) > 0;
  }

  @Override
  public void discovered(int page) {
    reach(page);
    if (base[page] <= GONE) {
      base[page] = CREDIT - virtual.level();
      uneven += virtual.level();
      knownPages++;
      issued += CREDIT;
      history.discovered(page, CREDIT, clock);
      if (settings.defaultHistory() && reads > 0) {
        history.assume(page, recentFlow, clock);
      }
    }
  }

  private void reach(int page) {
    if (page < 0) {
      throw new IllegalArgumentException("page " + page + " is negative");
    }
    if (page >= pages) {
      pages = page + 1;
      int old = base.length;
      if (pages > old) {
        base = Arrays.copyOf(base, Math.max(pages, 2 * old));
        Arrays.fill(base, old, base.length, UNKNOWN);
      }
      history.reach(pages);
    }
  }

  @Override
  public void read(int page, int[] links, int from, int to) {
    row.set(page, links, from, to);
    reach(Math.max(page, row.highest()));
    discovered(page);
    long paid = base[page] + virtual.level();
    boolean first = history.reads(page) == 0;
    history.record(page, paid, clock + paid);
    clock += paid;
    reads++;
    base[page] -= paid;
    int out = row.size();
    long share = virtual.sharePerLink(paid, out);
    long lost = pay(share);
    virtual.receive(paid - share * out + lost, knownPages);
    if (first) {
      double flow = history.flow(page, 0, clock);
      recentFlow += (flow - recentFlow) * Math.max(RECENT, 1.0 / reads);
    }
  }

  /// Pays every link its share; returns what gone pages would have got.
  private long pay(long share) {
    int[] links = row.links();
    long[] cash = base;
    long lost = 0;
    for (int k = row.from(); k < row.to(); k++) {
      int child = links[k];
      if (cash[child] > GONE) {
        cash[child] += share;
      } else if (cash[child] == GONE) {
        lost += share;
      } else {
        discovered(child);
        cash[child] += share;
      }
    }
    return lost;
  }

  /// What the page holds goes to the virtual page.
  @Override
  public void gone(int page) {
    if (known(page)) {
      long held = cash(page);
      base[page] = GONE;
      knownPages--;
      virtual.receive(held, knownPages);
    }
  }

  /// Pays the page up to `units` out of the virtual page's purse; the total stays as it is. Returns
  /// how much there was.
  public long favour(int page, long units) {
    discovered(page);
    long paid = virtual.favour(units);
    base[page] += paid;
    uneven += paid;
    return paid;
  }

  /// Changes the share of every payment that goes to the virtual page from now on: more of it
  /// favours pages nobody links to much (discovery), less of it the important ones (refresh).
  public void virtualShare(double share) {
    virtual.tune(share);
  }

  /// Changes the part of the virtual page's income that is kept for [#favour].
  public void purseShare(double share) {
    virtual.tunePurse(share);
  }

  @Override
  public long cash(int page) {
    return known(page) ? base[page] + virtual.level() : 0;
  }

  @Override
  public long commonCash() {
    return virtual.level();
  }

  @Override
  public double importance(int page) {
    return known(page) ? history.flow(page, cash(page), clock) : 0;
  }

  /// Importance as the frequency with which a page is read (003 §2): right under Greedy selection
  /// only.
  public double readingFrequency(int page) {
    return known(page) && reads > 0 ? (double) history.reads(page) / reads : 0;
  }

  /// G since the start, in units of the total cash.
  public double turnover() {
    return issued == 0 ? 0 : (double) (clock - settings.startClock()) / issued;
  }

  /// 1/G: the papers' error factor.
  public double errorFactor() {
    return 1 / turnover();
  }

  /// For all history of their own with the share variant, while neither links nor the share change:
  /// what the cash not yet returned can do to the estimate in L1, `d/(1−d)·Σ|C − C0|/G`, and what
  /// the virtual page paid unevenly, `2/(1−d)` times that over G. On the known graph, whatever
  /// links within it unread pages turn out to have. Otherwise 2, which says nothing: windows carry
  /// no certificate.
  @Override
  public double errorBound() {
    double spent = clock - settings.startClock();
    boolean certified =
        settings.window() instanceof Window.All
            && !settings.smallEdge()
            && !settings.defaultHistory();
    if (!certified || spent <= 0) {
      return 2;
    }
    double moved = virtual.held();
    for (int page = 0; page < pages; page++) {
      moved += known(page) ? Math.abs(cash(page) - CREDIT) : 0;
    }
    double damping = 1 - virtual.share();
    double owed = damping * moved + virtual.held() + 2 * uneven;
    double bound = owed / ((1 - damping) * spent);
    double weight = settings.corrected() ? 0 : issued / (spent + issued);
    return Math.min(2, bound * (1 - weight) + 2 * weight);
  }

  /// Measures kept per known page, the papers' unit of storage (figure 5).
  public double measuresPerPage() {
    long measures = 0;
    for (int page = 0; page < pages; page++) {
      measures += known(page) ? history.measures(page) : 0;
    }
    return knownPages == 0 ? 0 : (double) measures / knownPages;
  }

  /// The cash there is in all: [#CREDIT] for each discovery.
  public long issued() {
    return issued;
  }

  public long reads() {
    return reads;
  }

  @Override
  public void audit() {
    long counted = virtual.held();
    for (int page = 0; page < pages; page++) {
      long cash = cash(page);
      counted += cash;
      if (cash < 0) {
        throw new IllegalStateException("C2 broken: page " + page + " holds " + cash);
      }
    }
    if (counted != issued) {
      throw new IllegalStateException(
          "C1 broken: " + issued + " units were issued, counted " + counted);
    }
  }

  @Override
  public void save(Path file) {
    LedgerFile.save(this, file);
  }

  long[] base() {
    return base;
  }

  long[] totals() {
    long[] held = virtual.saved();
    return new long[] {
      issued,
      clock,
      reads,
      Double.doubleToRawLongBits(recentFlow),
      held[0],
      held[1],
      held[2],
      Double.doubleToRawLongBits(virtual.share()),
      Double.doubleToRawLongBits(virtual.purseShare()),
      Double.doubleToRawLongBits(uneven)
    };
  }

  History history() {
    return history;
  }

  /// Takes over what was saved.
  void restore(int savedPages, long[] savedBase, long[] totals, long[] savedHistory) {
    reach(savedPages - 1);
    System.arraycopy(savedBase, 0, base, 0, savedPages);
    for (int page = 0; page < pages; page++) {
      knownPages += base[page] > GONE ? 1 : 0;
    }
    issued = totals[0];
    clock = totals[1];
    reads = totals[2];
    recentFlow = Double.longBitsToDouble(totals[3]);
    virtual.restore(new long[] {totals[4], totals[5], totals[6]});
    virtual.tune(Double.longBitsToDouble(totals[7]));
    virtual.tunePurse(Double.longBitsToDouble(totals[8]));
    // Saves made before it was counted certify nothing.
    uneven = totals.length > 9 ? Double.longBitsToDouble(totals[9]) : Double.POSITIVE_INFINITY;
    history.restore(savedHistory, savedPages);
  }
}
