package nephila.ledger;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;
import nephila.ledger.window.DefaultHistory;
import nephila.ledger.window.History;
import nephila.ledger.window.InterpolatedHistory;
import nephila.ledger.window.MeasuredHistory;
import nephila.ledger.window.WholeHistory;
import nephila.ledger.window.Window;
import nephila.ledger.window.WindowSpans;
import org.jspecify.annotations.Nullable;

/// OPIC and Adaptive OPIC (papers 000 and 003): every page has cash; reading a page records its
/// cash in its history and pays it out along its links, the virtual page taking its share.
///
/// Papers' symbols: C = [#cash], H = the history behind [#importance], G = [#turnover] (cash paid
/// out so far, the clock), error factor 1/G = [#errorFactor]. The papers' total cash of 1 is here
/// [#CREDIT] units for every page that was discovered.
///
/// | paper | here |
/// | --- | --- |
/// | C | `received` + the level of the [VirtualPage] |
/// | H, all history | `paid` |
///
/// Invariants:
/// - C1 every unit is accounted for: the cash of all known pages and of the virtual page is what
///   was issued, to the unit, after any sequence of operations ([#audit]).
/// - C2 no page holds less than nothing.
///
/// Where links have [LinkWeights], what a page passes on less is the virtual page's.
///
/// Memory: 22 bytes a page in a table of its own for cash, what was paid and the number of reads,
/// and the history: nothing ([Window.All]), 20 bytes ([Window.Interpolation], [Window.Adaptive]),
/// 28 bytes and 16 a measure ([Window.Fixed], [Window.Improved], [Window.Variable],
/// [Window.ByClass]). A read costs one addition a link. Single writer.
///
/// Several ledgers can share a web, each with a part of its pages: they share the virtual page by
/// way of its owner ([#takeTransfer], [#level]), and pages of another are [#remote] here. G is that
/// of all of them, as far as this one was told of the others ([#elsewhere]).
///
/// Differs from the paper: cash is in integer units, so nothing is lost to rounding; a new page
/// brings its own credit, so the mean cash stays the same while the web grows.
public final class OpicLedger extends StoredLedger {
  /// The cash a page brings with it when it is discovered.
  public static final long CREDIT = 1L << 32;

  /// `received` of a page that is gone: below all that a page can have.
  private static final long GONE = Long.MIN_VALUE / 2;

  private static final long LEAST = GONE / 2;

  /// The weight of the pages that the virtual page pays most.
  public static final int MOST_WEIGHT = 1 << 16;

  private static final double RECENT = 1.0 / 256;

  /// Units of G that are counted together.
  private static final long LAP = 1L << 62;

  /// The name of the note with the sums.
  private static final String BANK = "bank";

  /// The name of the note with what other ledgers have counted, where there are others.
  private static final String ELSEWHERE = "elsewhere";

  /// The name of the note with what was paid as favours.
  private static final String FAVOURED = "favoured";

  /// The name of the note with where G stood when, where the window is a time.
  private static final String MOMENTS = "moments";

  /// The name of the note with what recently introduced pages were worth, where new ones are given
  /// that.
  private static final String INTRODUCED = "introduced";

  /// The name of the note with the laps of G.
  private static final String LAPS = "laps";

  /// The name of the note with the weight of all pages, where they have weights.
  private static final String WEIGHT = "weight";

  /// The numbers of [#state] that [#BANK] has.
  private static final int SUMS = 17;

  /// How many numbers [#state] has.
  private static final int STATE = SUMS + 1;

  /// The purse holds at most this part of all cash: cash that waits there moves no importance.
  private static final long PURSE_PART = 16;

  private final Settings settings;
  private final VirtualPage virtual;
  private final @Nullable VirtualPageOwner owner;
  private final WindowSpans spans;
  private final DefaultHistory defaults = new DefaultHistory();
  private final History history;

  /// The pages that a store is to write, null where no store keeps them.
  private final @Nullable ChangedPages changed;

  private PastSource pasts = slot -> new byte[0];

  /// Pages in memory whose past is on disk alone.
  private final BitSet pastOnDisk = new BitSet();

  /// Whether pages are on disk alone.
  private boolean little;

  private long links;
  private int[] reads = {};
  private int knownPages;
  private long goneCount;
  private long issued;
  private long handedOver;
  private long sent;
  private long arrived;
  private long clock;
  private OpicCounts elsewhere = OpicCounts.NONE;

  /// G since the start is `laps · LAP + inLap`, however often the clock wrapped.
  private long laps;

  private long inLap;
  private long allReads;
  private long transfers;
  private double recentFlow;
  private double favoured;
  private @Nullable Extra extra;

  /// By which the virtual page pays pages; null where it pays all alike.
  private @Nullable PageWeights weights;

  /// The weight of the living pages of a ledger that shares its virtual page, where they have any.
  private long ownWeight;

  /// The weight of each page in memory, plus 1; 0 where it was not asked for.
  private int[] weightOf = {};

  /// The units that the virtual page paid otherwise than to all pages alike: what it had paid every
  /// page before one was discovered, and favours.
  private double uneven;

  /// What links pay beyond their share, out of the virtual page's purse (000 §3.3).
  @FunctionalInterface
  public interface Extra {
    /// The units beyond its share that a link to the page is to pay; none if not above 0.
    long of(int slot, long share);
  }

  /// The choices. `corrected`: leave the starting cash out of the estimate. `smallEdge`: one link
  /// of weight 1/(out + 1) to the virtual page instead of the share. `purseShare`: part of the
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

    /// The same with another share of each payment for the virtual page.
    public Settings withVirtualShare(double share) {
      return new Settings(
          window, corrected, share, smallEdge, purseShare, defaultHistory, startClock);
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

  /// An empty ledger with a virtual page of its own.
  public OpicLedger(Settings settings) {
    this(PageTable.ofRowlessLedger(), settings);
  }

  /// The same on a table that a frontier uses too.
  public OpicLedger(PageTable pages, Settings settings) {
    this(pages, settings, new VirtualPageOwner(), null);
  }

  /// The ledger of a store, which writes the pages that have changed.
  public OpicLedger(PageTable pages, Settings settings, ChangedPages changed) {
    this(pages, settings, new VirtualPageOwner(), changed);
  }

  private OpicLedger(
      PageTable pages,
      Settings settings,
      @Nullable VirtualPageOwner owner,
      @Nullable ChangedPages changed) {
    super(pages);
    this.changed = changed;
    this.settings = settings;
    this.owner = owner;
    this.virtual =
        new VirtualPage(settings.virtualShare(), settings.smallEdge(), settings.purseShare());
    this.clock = settings.startClock();
    this.spans = new WindowSpans(settings.window(), this::totalCash);
    this.history = history(settings);
  }

  /// An empty ledger of a part of a web. Its [#virtualPage] is handed over to an owner, and told
  /// the level, from time to time.
  public static OpicLedger sharing(PageTable pages, Settings settings) {
    return new OpicLedger(pages, settings, null, null);
  }

  /// The same in a store, which writes the pages that have changed.
  static OpicLedger sharing(PageTable pages, Settings settings, ChangedPages changed) {
    return new OpicLedger(pages, settings, null, changed);
  }

  private History history(Settings chosen) {
    Window sizes = chosen.window() instanceof Window.ByTime timed ? timed.shape() : chosen.window();
    return switch (sizes) {
      case Window.All all ->
          new WholeHistory(pages, chosen.corrected(), defaults, this::allKnownPages, this::spentAt);
      case Window.Interpolation window -> interpolated(window);
      case Window.Adaptive window -> interpolated(window);
      default ->
          new MeasuredHistory(
              sizes, chosen.corrected(), spans, defaults, this::totalCash, this::allKnownPages);
    };
  }

  private InterpolatedHistory interpolated(Window window) {
    return new InterpolatedHistory(
        pages, window, spans, defaults, this::totalCash, this::allKnownPages, this::spentAt);
  }

  public Settings settings() {
    return settings;
  }

  /// Windows that are a time are as long, from now on, as what was paid in that time.
  @Override
  public void time(long epochMillis) {
    spans.at(epochMillis / 1000, clock);
  }

  /// What a window that is a time is in turns of G now; null where it is in turns anyway.
  public @Nullable Double windowTurns() {
    return spans.turns();
  }

  public int knownPages() {
    return knownPages;
  }

  /// Takes the changes at the virtual page, for its owner.
  public VirtualPage.Transfer takeTransfer() {
    VirtualPage.Transfer transfer = virtual.take();
    handedOver += transfer.income() + transfer.joinedAt();
    return transfer;
  }

  /// The owner of the virtual page says how much it has paid every page since the beginning.
  public void level(long level) {
    virtual.told(level);
  }

  /// What the virtual page has paid for each unit of weight since the beginning, as far as was
  /// told.
  public long level() {
    return virtual.level();
  }

  /// What this ledger has counted, without the others.
  public OpicCounts counts() {
    long paid = clock - settings.startClock() - elsewhere.paid();
    return new OpicCounts(paid, issued, knownPages, history.forgotten());
  }

  /// What the ledgers that share the web with this one have counted together. Told late it is old,
  /// which makes estimates old and leaves the books as they are; G never goes back.
  public void elsewhere(OpicCounts others) {
    long later = Math.max(0, others.paid() - elsewhere.paid());
    passes(later);
    elsewhere =
        new OpicCounts(
            elsewhere.paid() + later, others.issued(), others.pages(), others.forgotten());
    history.elsewhere(elsewhere);
  }

  /// The weight of a page by which the virtual page pays it: a whole number up to [#MOST_WEIGHT], a
  /// function of the page.
  @FunctionalInterface
  public interface PageWeights {
    int of(int slot);
  }

  /// The virtual page pays pages by these weights, from the first page on.
  public void payBy(PageWeights by) {
    weights = by;
  }

  private int weight(int slot) {
    PageWeights by = weights;
    if (by == null) {
      return 1;
    }
    if (slot >= weightOf.length) {
      weightOf = Arrays.copyOf(weightOf, Math.max(slot + 1, 2 * weightOf.length));
    }
    if (weightOf[slot] == 0) {
      weightOf[slot] = 1 + by.of(slot);
    }
    return weightOf[slot] - 1;
  }

  /// What the virtual page has paid the page.
  private long levelOf(int slot) {
    return virtual.level() * weight(slot);
  }

  /// The same of a page of that weight.
  public long levelFor(long weight) {
    return virtual.level() * weight;
  }

  /// What it has paid pages on the average.
  private double meanLevel() {
    return weights == null || knownPages == 0
        ? virtual.level()
        : (double) virtual.level() * (owner == null ? ownWeight : owner.pages()) / knownPages;
  }

  private long totalCash() {
    return issued + elsewhere.issued();
  }

  private long allKnownPages() {
    return knownPages + elsewhere.pages();
  }

  private void settle() {
    if (owner != null) {
      owner.enter(takeTransfer());
      virtual.told(owner.level());
    }
  }

  /// Does nothing for a page that a store has given a slot, unless it was gone.
  @Override
  public void discovered(int slot) {
    boolean back = slot >= 0 && slot < pages.size() && pages.isGone(slot);
    if (!back && !pages.claim(slot)) {
      return;
    }
    goneCount -= back ? 1 : 0;
    pages.received[slot] = 0;
    joined(slot);
  }

  /// The page brings in its credit, beside what it was paid already.
  @Override
  public void joined(int slot) {
    if (changed == null && slot >= reads.length) {
      reads = Arrays.copyOf(reads, Math.max(slot + 1, 2 * reads.length));
    }
    history.reach(pages.size());
    pastOnDisk.clear(slot);
    pages.flags[slot] &= (short) ~(PageTable.GONE | PageTable.READ);
    forgetWeight(slot);
    long level = virtual.joins(weight(slot));
    ownWeight += weight(slot);
    pages.received[slot] += CREDIT - level;
    pages.paid[slot] = 0;
    uneven += level;
    knownPages++;
    issued += CREDIT;
    history.discovered(slot, CREDIT, clock);
    if (changed == null) {
      reads[slot] = 0;
    } else {
      changed.cash(slot);
      changed.account(slot);
    }
    settle();
  }

  @Override
  public void pay(int slot, int[] row, int from, int to) {
    discovered(slot);
    findPast(slot);
    long paid = pages.received[slot] + levelOf(slot);
    boolean first = (pages.flags[slot] & PageTable.READ) == 0;
    double flow = first ? history.flowOfFirst(slot, paid, clock + paid) : 0;
    history.record(slot, paid, clock + paid);
    pages.flags[slot] |= PageTable.READ;
    passes(paid);
    allReads++;
    pages.received[slot] -= paid;
    passOn(slot, paid, row, from, to);
    settle();
    if (first) {
      recentFlow += (flow - recentFlow) * Math.max(RECENT, 1.0 / allReads);
      if (settings.defaultHistory()) {
        defaults.introduced(recentFlow, clock, totalCash());
      }
    }
  }

  /// Pays along the row; the virtual page has what is left, and pays what is due beyond that.
  private void passOn(int slot, long paid, int[] row, int from, int to) {
    int out = to - from;
    if (changed == null) {
      reads[slot]++;
    } else {
      transfers += out;
      pages.paid[slot] += history.hasPast() ? paid : 0;
      changed.cash(slot);
      changed.account(slot);
    }
    int inside = from;
    long insideShare = 0;
    long share;
    if (isWeighed() && out > 0) {
      RowShares shares = weighed(slot, paid, virtual.passed(out), row, from, to);
      if (shares.runs() > 0) {
        passOnRuns(paid, shares, row, from, to);
        return;
      }
      inside = from + shares.insideLinks();
      insideShare = shares.inside();
      share = shares.outside();
    } else {
      share = virtual.sharePerLink(paid, out);
    }
    long lost = transferOrTell(row, from, inside, insideShare);
    lost += transferOrTell(row, inside, to, share);
    virtual.purseMost(issued / PURSE_PART);
    virtual.income(paid - insideShare * (inside - from) - share * (to - inside) + lost);
    if (extra != null) {
      payExtra(extra, insideShare, row, from, inside);
      payExtra(extra, share, row, inside, to);
    }
  }

  /// The same by site.
  private void passOnRuns(long paid, RowShares shares, int[] row, int from, int to) {
    long lost = 0;
    int start = from;
    for (int run = 0; run < shares.runs(); run++) {
      int end = from + shares.end(run);
      lost += transferOrTell(row, start, end, shares.each(run));
      start = end;
    }
    virtual.purseMost(issued / PURSE_PART);
    virtual.income(paid - shares.sum(to - from) + lost);
    start = from;
    for (int run = 0; extra != null && run < shares.runs(); run++) {
      int end = from + shares.end(run);
      payExtra(extra, shares.each(run), row, start, end);
      start = end;
    }
  }

  private long transferOrTell(int[] row, int from, int to, long share) {
    return changed == null
        ? transfer(row, from, to, share)
        : transfer(changed, row, from, to, share);
  }

  /// The same; in a store the row stays with the page.
  @Override
  public void pay(int slot, int[] row) {
    if (changed != null) {
      forgetRow(slot);
      if (row.length > 0) {
        links += row.length;
        pages.flags[slot] |= PageTable.PAYS;
        pages.rows[slot] = row;
      }
    }
    pay(slot, row, 0, row.length);
  }

  /// Pays along the row that the page had before; the row given is not looked at where a store
  /// keeps rows.
  @Override
  public void unchanged(int slot, int[] row) {
    int[] links = changed == null ? row : row(slot);
    pay(slot, links, 0, links.length);
  }

  private void forgetRow(int slot) {
    links -= row(slot).length;
    pages.rows[slot] = null;
    pages.flags[slot] &= (short) ~PageTable.PAYS;
  }

  /// Pays every link its share; returns what pages that are gone would have got.
  private long transfer(int[] row, int from, int to, long share) {
    long[] received = pages.received;
    long lost = 0;
    for (int k = from; k < to; k++) {
      int child = row[k];
      if (received[child] >= LEAST) {
        received[child] += share;
      } else {
        lost += share;
      }
    }
    return lost;
  }

  /// The same where a store writes the pages that were paid and a frontier orders them.
  private long transfer(ChangedPages paid, int[] row, int from, int to, long share) {
    long[] received = pages.received;
    long lost = 0;
    for (int k = from; k < to; k++) {
      int child = row[k];
      if (received[child] >= LEAST) {
        received[child] += share;
        paid.cash(child);
        if ((pages.flags[child] & untold) == 0) {
          listener.changed(child, true);
        }
      } else {
        lost += share;
      }
    }
    return lost;
  }

  @Override
  public void receive(int slot, long units) {
    arrived += units;
    uneven = Double.POSITIVE_INFINITY; // the graph is larger
    if (pages.isGone(slot)) {
      virtual.income(units);
      settle();
    } else {
      pages.received[slot] += units;
      if (changed != null) {
        changed.cash(slot);
        if ((pages.flags[slot] & untold) == 0) {
          listener.changed(slot, units > 0);
        }
      }
      long more = extra == null ? 0 : extra.of(slot, units);
      if (more > 0) {
        favour(slot, more);
      }
    }
  }

  @Override
  public void remote(int slot) {
    if (!pages.claim(slot) && (changed == null || pages.flags[slot] != 0)) {
      throw new IllegalArgumentException("page " + slot + " is in use here");
    }
    pages.received[slot] = 0;
    pages.flags[slot] = PageTable.REMOTE;
    pastOnDisk.clear(slot);
  }

  @Override
  public long take(int slot) {
    long units = pages.received[slot];
    pages.received[slot] = 0;
    sent += units;
    return units;
  }

  /// Moves the cash of the page to the virtual page, now and as long as the page is gone.
  @Override
  public void gone(int slot) {
    if (known(slot)) {
      long held = cash(slot);
      history.gone(slot);
      pages.received[slot] = GONE;
      pages.flags[slot] |= PageTable.GONE;
      goneCount++;
      knownPages--;
      uneven = Double.POSITIVE_INFINITY; // the graph is another
      virtual.leaves(weight(slot), held);
      ownWeight -= weight(slot);
      settle();
      if (changed != null) {
        forgetRow(slot);
        changed.cash(slot);
        changed.account(slot);
      }
    }
  }

  private void payExtra(Extra more, long share, int[] row, int from, int to) {
    for (int k = from; k < to; k++) {
      long units = more.of(row[k], share);
      if (units > 0) {
        favour(row[k], units);
      }
    }
  }

  /// Has links pay extra from now on, null for none.
  public void extra(@Nullable Extra more) {
    extra = more;
  }

  /// Pays a living page up to `units` out of the virtual page's purse; the total stays as it is.
  /// Returns how much there was.
  public long favour(int page, long units) {
    if (changed == null) {
      discovered(page);
    }
    if (!known(page)) {
      return 0;
    }
    long paid = virtual.favour(units);
    pages.received[page] += paid;
    uneven += paid;
    favoured += paid;
    if (changed != null && paid > 0) {
      changed.cash(page);
      if ((pages.flags[page] & untold) == 0) {
        listener.changed(page, true);
      }
    }
    return paid;
  }

  /// The units that were paid as favours so far.
  public double favoured() {
    return favoured;
  }

  /// The part of the cash paid out so far that was favours: importance is biased by as much.
  public double favouredShare() {
    double spent = spent();
    return spent <= 0 ? 0 : favoured / spent;
  }

  /// What the purse holds.
  public long purse() {
    return virtual.purse();
  }

  /// Changes the share of every payment that goes to the virtual page from now on: more of it
  /// favours pages nobody links to much (discovery), less of it the important ones (refresh).
  public void virtualShare(double share) {
    uneven = share == virtual.share() || allReads == 0 ? uneven : Double.POSITIVE_INFINITY;
    virtual.tune(share);
  }

  /// Changes the part of the virtual page's income that is kept for [#favour].
  public void purseShare(double share) {
    virtual.tunePurse(share);
  }

  /// The virtual page pays all pages what is in the purse.
  public void emptyPurse() {
    virtual.emptyPurse();
    settle();
  }

  @Override
  public boolean paysOnlyWhenRead() {
    return true;
  }

  /// Of a page that was not looked up: what it was paid since, and its credit as if it were new.
  @Override
  public long cash(int slot) {
    if (!known(slot)) {
      return 0;
    }
    return pages.received[slot] + (pages.isBlind(slot) ? CREDIT : levelOf(slot));
  }

  @Override
  public long commonCash() {
    return virtual.level() * (weights == null ? 1 : MOST_WEIGHT);
  }

  @Override
  public long shareOf(long common, int slot) {
    return weights == null ? common : common / MOST_WEIGHT * weight(slot);
  }

  /// 0 for a page that was not looked up.
  @Override
  public double importance(int slot) {
    if (!known(slot) || pages.isBlind(slot)) {
      return 0;
    }
    findPast(slot);
    return history.flow(slot, cash(slot), clock);
  }

  /// Importance as the frequency with which a page is read (003 §2): right under Greedy selection
  /// only.
  public double readingFrequency(int slot) {
    return known(slot) && allReads > 0 ? (double) reads[slot] / allReads : 0;
  }

  private void passes(long units) {
    clock += units;
    inLap += units;
    if (inLap >= LAP) {
      inLap -= LAP;
      laps++;
    }
  }

  /// G since the start, in units.
  private double spent() {
    return (double) laps * LAP + inLap;
  }

  /// G between the start and the moment when the clock stood there.
  private double spentAt(long at) {
    return spent() - (double) (clock - at);
  }

  /// G since the start, in units of the total cash.
  public double turnover() {
    return totalCash() == 0 ? 0 : spent() / totalCash();
  }

  /// 1/G: the papers' error factor.
  public double errorFactor() {
    return 1 / turnover();
  }

  /// For all history of their own with the share variant, while neither links nor the share change
  /// and no page vanishes: what the cash not yet returned can do to the estimate in L1,
  /// `d/(1−d)·Σ|C − C0|/G`, and what the virtual page paid unevenly, `2/(1−d)` times that over G.
  /// On the known graph, whatever links within it unread pages turn out to have. Otherwise 2, which
  /// says nothing: windows carry no certificate.
  @Override
  public double errorBound() {
    double spent = spent();
    boolean certified =
        owner != null
            && !little
            && settings.window() instanceof Window.All
            && !settings.smallEdge()
            && weights == null
            && !settings.defaultHistory();
    if (!certified || spent <= 0) {
      return 2;
    }
    long held = heldByVirtualPage();
    double moved = held;
    for (int slot = 0; slot < pages.size(); slot++) {
      moved += known(slot) ? Math.abs(cash(slot) - CREDIT) : 0;
    }
    double damping = 1 - virtual.share();
    double owed = damping * moved + held + 2 * uneven;
    double bound = owed / ((1 - damping) * spent);
    double weight =
        settings.corrected() ? Math.max(0, 1 - spent / issued) : issued / (spent + issued);
    return Math.min(2, bound * (1 - weight) + 2 * weight);
  }

  /// Measures kept per known page, the papers' unit of storage (figure 5).
  public double measuresPerPage() {
    long measures = 0;
    for (int slot = 0; slot < pages.size(); slot++) {
      measures += known(slot) ? history.measures(slot) : 0;
    }
    return knownPages == 0 ? 0 : (double) measures / knownPages;
  }

  /// The cash there is in all: [#CREDIT] for each discovery.
  public long issued() {
    return issued;
  }

  public long reads() {
    return allReads;
  }

  /// What a page that is gone was paid since, while it was on disk alone.
  public static long sinceGone(long received) {
    return received - GONE;
  }

  /// By how many units C1 fails when all pages have received so much: 0.
  public long missing(long received) {
    return issued + arrived - received - outside() - sent;
  }

  private long heldByVirtualPage() {
    return virtual.held() + (owner == null ? 0 : owner.pool());
  }

  /// Cash that the virtual page has, here or with its owner: what it pays every page beyond what
  /// their cash is counted from.
  private long outside() {
    return virtual.held() + handedOver;
  }

  @Override
  public long worth(int slot) {
    return (long) (importance(slot) * worthSum());
  }

  /// By all of the page's past, whatever the window.
  @Override
  public long roughWorth(int slot) {
    boolean living = known(slot) && !pages.isBlind(slot);
    long paid = pages.isRead(slot) ? pages.paid[slot] : 0;
    return living ? roughWorth(pages.received[slot], paid, levelOf(slot)) : 0;
  }

  @Override
  public long roughWorth(long received, long kept) {
    return roughWorth(received, kept, meanLevel());
  }

  private long roughWorth(long received, long kept, double level) {
    double spent = spent();
    double past = kept + received + level;
    return (long) (past / (spent + totalCash()) * worthSum());
  }

  /// What some living pages are worth together, by all of their past, corrected where that is done.
  ///
  /// @param held what they received, with all that those that were read have paid
  public long worth(long pages, long held) {
    double total = totalCash();
    double span = spent() - history.forgotten();
    double before = settings.corrected() ? Math.max(0, total - span) : total;
    double given = settings.corrected() ? before / Math.max(1, allKnownPages()) - CREDIT : 0;
    double income = Math.max(0, held + (meanLevel() + given) * pages);
    span += before;
    return span <= 0 ? CREDIT * pages : (long) (income / span * worthSum());
  }

  /// The importance of a living page on disk that was read.
  ///
  /// @param cash what it received and [#levelFor] its weight, which is 1 where pages have none
  /// @param kept what [#keptPaid] said
  /// @param past what [#past] gave
  public double importance(long cash, long kept, byte[] past) {
    return history.flowOfRead(kept, past, cash, clock);
  }

  /// The importance of a living page on disk that was not read yet.
  ///
  /// @param cash what it received and [#levelFor] its weight, which is 1 where pages have none
  /// @param kept what [#keptPaid] said
  public double importance(long cash, long kept) {
    return history.flowOfUnread(kept, cash, clock);
  }

  /// A page on disk alone, which a store met, is new: returns what it brings in.
  public long joinsOnDisk(int weight) {
    long level = virtual.joins(weight);
    ownWeight += weight;
    uneven += level;
    knownPages++;
    issued += CREDIT;
    history.joins(CREDIT);
    settle();
    return CREDIT - level;
  }

  /// What [#keptPaid] is of a page that becomes known now.
  public long keptOfNew() {
    return history.ofNew(clock);
  }

  /// G, the cash paid out so far, in units.
  public long clock() {
    return clock;
  }

  /// What a new page has.
  @Override
  public long worthIfBack(int slot) {
    return CREDIT;
  }

  @Override
  public double worthSum() {
    return (double) CREDIT * allKnownPages();
  }

  @Override
  public long credit() {
    return CREDIT;
  }

  @Override
  public double leastWorth() {
    return settings.smallEdge() ? 0 : settings.virtualShare() * CREDIT;
  }

  /// The level, in credits: what a page has received is counted from it.
  @Override
  public double leastCredits() {
    return meanLevel() / CREDIT;
  }

  @Override
  public long unspent(int slot) {
    return cash(slot);
  }

  @Override
  public RowShares paidAlong(int slot) {
    int[] row = pages.row(slot);
    return row.length == 0
        ? new RowShares(0, 0, 0)
        : weighed(slot, worth(slot), passedOn(row.length), row, 0, row.length);
  }

  /// What the links of a page carry that is worth so much and has no slot.
  ///
  /// @param ends where the runs of its links to one site end; all in one where links are alike
  /// @param insideLinks those that stay inside its site, in the first run
  public RowShares shares(long worth, int[] ends, int insideLinks, boolean isDynamic) {
    return weighed(worth, passedOn(ends[ends.length - 1]), ends, insideLinks, isDynamic);
  }

  /// The usual one, also while the virtual page's share is another; of no meaning with small edges.
  @Override
  public double damping() {
    return 1 - settings.virtualShare();
  }

  /// The share of its cash that a page with so many links passes on along them.
  public double passedOn(int links) {
    return settings.smallEdge() ? links / (links + 1.0) : damping();
  }

  @Override
  public long gonePages() {
    return goneCount;
  }

  @Override
  public long links() {
    return links;
  }

  @Override
  public long transfers() {
    return transfers;
  }

  /// Where the past of a page comes from that is on disk alone.
  @FunctionalInterface
  public interface PastSource {
    /// What [#past] gave when the page was read.
    byte[] of(int slot);
  }

  public void pastsFrom(PastSource source) {
    pasts = source;
  }

  /// The past of a page that was read, for the record of its read.
  public byte[] past(int slot) {
    findPast(slot);
    return history.past(slot);
  }

  /// Takes over the past of a page that was read.
  public void past(int slot, byte[] kept) {
    history.reach(pages.size());
    pastOnDisk.clear(slot);
    if (history.hasPast()) {
      history.past(slot, kept);
    }
  }

  private void findPast(int slot) {
    if (pastOnDisk.get(slot)) {
      past(slot, pasts.of(slot));
    }
  }

  /// What the page received while it was on disk alone is the virtual page's where the page is
  /// gone.
  @Override
  public void resolved(int slot, long onDisk) {
    loaded(slot);
    if (pages.isGone(slot) && pages.received[slot] != GONE && changed != null) {
      virtual.income(pages.received[slot] - GONE);
      pages.received[slot] = GONE;
      changed.cash(slot);
      settle();
    }
  }

  @Override
  public void loaded(int slot) {
    history.reach(pages.size());
    pastOnDisk.clear(slot);
    if (pages.isRead(slot) || pages.isGone(slot)) {
      pastOnDisk.set(slot, history.hasPast());
    } else {
      unread(slot);
    }
  }

  /// The page was not read yet: the column has what is kept of it.
  private void unread(int slot) {
    long kept = pages.paid[slot];
    pages.paid[slot] = 0;
    history.unread(slot, kept);
  }

  @Override
  public void leaving(int slot) {
    pastOnDisk.clear(slot);
    forgetWeight(slot);
  }

  private void forgetWeight(int slot) {
    if (slot < weightOf.length) {
      weightOf[slot] = 0;
    }
  }

  @Override
  public void known(long count) {
    little = true;
  }

  /// What it has paid in all, H of all history; of a page not read yet the G at which it became
  /// known, with all history what it was given ([DefaultHistory]).
  @Override
  public long keptPaid(int slot) {
    return pages.isRead(slot) ? pages.paid[slot] : history.ofUnread(slot);
  }

  @Override
  public Map<String, String> notes() {
    StringJoiner text = new StringJoiner(" ");
    for (long number : Arrays.copyOf(state(), SUMS)) {
      text.add(String.valueOf(number));
    }
    text.add(String.valueOf(knownPages)).add(String.valueOf(goneCount)).add(String.valueOf(links));
    for (long number : history.sums()) {
      text.add(String.valueOf(number));
    }
    Map<String, String> notes = new HashMap<>(Map.of(BANK, text.toString()));
    if (owner == null) {
      notes.put(ELSEWHERE, elsewhere.text());
    }
    if (spans.byTime()) {
      notes.put(MOMENTS, spans.text());
    }
    notes.put(FAVOURED, favoured == 0 ? "" : String.valueOf(favoured));
    notes.put(LAPS, laps == 0 ? "" : String.valueOf(laps));
    if (weights != null) {
      notes.put(WEIGHT, String.valueOf(owner == null ? ownWeight : owner.pages()));
    }
    if (settings.defaultHistory()) {
      notes.put(INTRODUCED, text(defaults.saved()));
    }
    return notes;
  }

  /// Takes over the sums; false where there are none.
  private boolean resume(Function<String, Optional<String>> notes) {
    Optional<String> text = notes.apply(BANK);
    if (text.isEmpty()) {
      return false;
    }
    long[] all = numbers(text.get());
    int sums = SUMS;
    knownPages = (int) all[sums];
    goneCount = all[sums + 1];
    links = all[sums + 2];
    long weight = number(notes.apply(WEIGHT)).map(Long::parseLong).orElse((long) knownPages);
    restoreSums(Arrays.copyOf(all, sums), weight);
    favoured = number(notes.apply(FAVOURED)).map(Double::parseDouble).orElse(0.0);
    laps(number(notes.apply(LAPS)).map(Long::parseLong).orElse(0L));
    history.sums(Arrays.copyOfRange(all, sums + 3, all.length));
    elsewhere = notes.apply(ELSEWHERE).map(OpicCounts::parse).orElse(OpicCounts.NONE);
    history.elsewhere(elsewhere);
    spans.resume(notes.apply(MOMENTS).orElse(""));
    number(notes.apply(INTRODUCED)).ifPresent(steps -> defaults.restore(numbers(steps)));
    return true;
  }

  private static String text(long[] numbers) {
    StringJoiner text = new StringJoiner(" ");
    Arrays.stream(numbers).forEach(number -> text.add(String.valueOf(number)));
    return text.toString();
  }

  private static long[] numbers(String text) {
    return Arrays.stream(text.split(" ")).mapToLong(Long::parseLong).toArray();
  }

  private static Optional<String> number(Optional<String> note) {
    return note.filter(text -> !text.isEmpty());
  }

  private void laps(long before) {
    laps = before;
    inLap = clock - settings.startClock() - laps * LAP;
  }

  @Override
  public void resumeWhole(Function<String, Optional<String>> notes) {
    resume(notes);
    history.reach(pages.size());
    for (int slot = 0; slot < pages.size(); slot++) {
      if (!pages.isRead(slot) && !pages.isGone(slot)) {
        unread(slot);
      } else if (pages.isGone(slot)) {
        resolved(slot, pages.received[slot]);
      }
    }
    pastOnDisk.clear();
  }

  @Override
  public void resumeLittle(Function<String, Optional<String>> notes, long gone) {
    resume(notes);
  }

  /// Takes over the sums of a ledger that shares its web and whose pages are all on disk.
  public void resumeSharing(Function<String, Optional<String>> notes) {
    resume(notes);
  }

  /// Takes over a page, which is known here and no more, from a ledger that shared its web with
  /// others.
  ///
  /// @param received the units it received there, counted from the level
  /// @param kept what [#keptPaid] said
  /// @param past what [#past] gave, where the page was read
  /// @param row the pages it points to, as far as links are kept
  public void adopt(int slot, long received, boolean read, long kept, byte[] past, int[] row) {
    pages.received[slot] = received;
    changedNow(slot);
    if (read) {
      pages.flags[slot] |= PageTable.READ;
      pages.paid[slot] = kept;
      past(slot, past);
      if (row.length > 0) {
        links += row.length;
        pages.flags[slot] |= PageTable.PAYS;
        pages.rows[slot] = row;
      }
    } else {
      history.unread(slot, kept);
    }
  }

  /// The same of a page that is gone.
  public void adoptGone(int slot) {
    pages.received[slot] = GONE;
    pages.flags[slot] |= PageTable.GONE;
    goneCount++;
    knownPages--;
    changedNow(slot);
  }

  private void changedNow(int slot) {
    if (changed != null) {
      changed.cash(slot);
      changed.account(slot);
    }
  }

  /// What a ledger has beside its living pages, for one that shares its web with others from then
  /// on ([#moved]).
  ///
  /// @param paid G, in units
  /// @param issued the cash that was issued, without a credit for each living page
  /// @param forgotten the income of pages that are gone, as far as it counts
  /// @param virtualPage the virtual page
  /// @param purse what its purse holds
  /// @param favours what was paid out of it
  public record Moved(
      long paid,
      long issued,
      long forgotten,
      VirtualPageOwner virtualPage,
      long purse,
      double favours) {
    /// What the virtual page was paid and has not in its purse.
    public long handedOver() {
      return virtualPage.pool() + virtualPage.level() * virtualPage.pages();
    }
  }

  /// The same of this ledger, which has its web to itself.
  public Moved moved() {
    settle();
    VirtualPageOwner its = java.util.Objects.requireNonNull(owner, "a virtual page of its own");
    long rest = issued - CREDIT * knownPages;
    long paid = clock - settings.startClock();
    return new Moved(paid, rest, history.forgotten(), its, virtual.purse(), favoured);
  }

  /// Takes over what another ledger had beside its living pages; returns the units by which more
  /// was handed over to the virtual page.
  public long moved(Moved from) {
    issued += from.issued;
    history.joins(from.issued);
    long[] sums = history.sums();
    if (sums.length > 1) {
      sums[1] += from.forgotten;
      history.sums(sums);
    }
    passes(from.paid);
    favoured += from.favours;
    uneven = Double.POSITIVE_INFINITY;
    virtual.restore(
        virtual.purse() + from.purse,
        Math.max(virtual.level(), from.virtualPage.level()),
        virtual.untold());
    handedOver += from.issued - from.purse;
    return from.issued - from.purse;
  }

  /// Takes over a living page of a ledger whose other books are [#moved] too; returns the units by
  /// which more was handed over to the virtual page. Parameters as in [#adopt].
  ///
  /// @param links how many links it has, as far as they are kept; the row must be had by
  ///   [#rowsFrom]
  public long moved(int slot, long received, boolean read, long kept, byte[] past, int links) {
    history.reach(pages.size());
    pages.flags[slot] &= (short) ~(PageTable.GONE | PageTable.READ);
    knownPages++;
    ownWeight += weight(slot);
    issued += CREDIT;
    history.joins(CREDIT);
    adopt(slot, received, read, kept, past, new int[0]);
    if (links > 0) {
      this.links += links;
      pages.flags[slot] |= PageTable.PAYS;
    }
    handedOver += CREDIT - received;
    return CREDIT - received;
  }

  /// The same of a page that is gone, which holds nothing.
  public void movedGone(int slot) {
    pages.received[slot] = GONE;
    pages.flags[slot] |= PageTable.GONE;
    goneCount++;
    changedNow(slot);
  }

  /// Takes over, after the pages, what the ledgers that shared the web have counted together, and
  /// the virtual page: nothing may be on its way between them.
  ///
  /// @param purse what all their purses hold
  /// @param favours what they have paid out of them
  public void adopt(OpicCounts all, VirtualPageOwner virtualPage, long purse, double favours) {
    favoured = favours;
    issued = all.issued();
    clock = settings.startClock() + all.paid();
    laps(all.paid() / LAP);
    handedOver = virtualPage.pool() + virtualPage.level() * virtualPage.pages();
    sent = 0;
    arrived = 0;
    uneven = Double.POSITIVE_INFINITY; // pages joined at levels that are not known here
    history.sums(new long[] {all.issued(), all.forgotten()});
    virtual.restore(purse, virtualPage.level(), new VirtualPage.Transfer(0, 0, 0));
    if (owner != null) {
      owner.restore(virtualPage.pool(), virtualPage.pages(), virtualPage.level());
    }
  }

  /// What the virtual page has been paid and others know of, and the owner does not.
  public long handedOver() {
    return handedOver;
  }

  /// The sums over all pages, given those that only a pass over the pages would tell.
  public LedgerTotals totals(long read, long received) {
    return new LedgerTotals(
        knownPages, read, goneCount, issued, received, outside(), sent, arrived, 0, links);
  }

  @Override
  public LedgerTotals totals() {
    long read = 0;
    long received = 0;
    for (int slot = 0; slot < pages.size(); slot++) {
      read += wasRead(slot) ? 1 : 0;
      received += pages.is(slot, PageTable.FREE | PageTable.GONE) ? 0 : pages.received[slot];
    }
    return new LedgerTotals(
        knownPages, read, goneCount, issued, received, outside(), sent, arrived, 0, 0);
  }

  @Override
  public void audit() {
    long missing = totals().imbalance();
    require(missing == 0, "C1", "imbalance", 0, missing);
    long living = 0;
    long weight = 0;
    for (int slot = 0; slot < pages.size(); slot++) {
      require(cash(slot) >= 0, "C2", "cash of page " + slot, 0, cash(slot));
      living += known(slot) ? 1 : 0;
      weight += known(slot) ? weight(slot) : 0;
    }
    require(living == knownPages, "C1", "known pages", knownPages, living);
    if (owner != null) {
      long owned = owner.pool() + owner.level() * owner.pages();
      require(owned == handedOver, "V1", "cash of the virtual page", handedOver, owned);
      require(owner.pages() == weight, "V1", "pages it pays", owner.pages(), weight);
    }
  }

  long[] state() {
    long pool = owner == null ? 0 : owner.pool();
    VirtualPage.Transfer untold = virtual.untold();
    return new long[] {
      issued,
      handedOver,
      sent,
      arrived,
      clock,
      allReads,
      Double.doubleToRawLongBits(recentFlow),
      Double.doubleToRawLongBits(uneven),
      virtual.purse(),
      virtual.level(),
      Double.doubleToRawLongBits(virtual.share()),
      Double.doubleToRawLongBits(virtual.purseShare()),
      untold.income(),
      untold.joined(),
      untold.joinedAt(),
      owner == null ? 0 : 1,
      pool,
      laps
    };
  }

  /// The same for a file, where what other ledgers have counted has no note.
  long[] saved() {
    long[] steps = defaults.saved();
    long[] saved = Arrays.copyOf(state(), STATE + 4 + steps.length);
    System.arraycopy(steps, 0, saved, STATE + 4, steps.length);
    saved[STATE] = elsewhere.paid();
    saved[STATE + 1] = elsewhere.issued();
    saved[STATE + 2] = elsewhere.pages();
    saved[STATE + 3] = elsewhere.forgotten();
    return saved;
  }

  int[] readCounts() {
    return reads;
  }

  History history() {
    return history;
  }

  static OpicLedger restored(PageTable pages, Settings settings, long[] state) {
    return state[15] == 1 ? new OpicLedger(pages, settings) : sharing(pages, settings);
  }

  /// Takes over what was saved beside the columns.
  void restore(long[] state, int[] readsBefore, long[] savedHistory) {
    reads = readsBefore;
    for (int slot = 0; slot < pages.size(); slot++) {
      knownPages += known(slot) ? 1 : 0;
      goneCount += pages.isGone(slot) ? 1 : 0;
    }
    restoreSums(state, knownPages);
    if (state.length > STATE) {
      elsewhere =
          new OpicCounts(state[STATE], state[STATE + 1], state[STATE + 2], state[STATE + 3]);
      history.elsewhere(elsewhere);
      defaults.restore(Arrays.copyOfRange(state, STATE + 4, state.length));
    }
    history.restore(savedHistory, pages.size());
  }

  /// @param weight of all living pages
  private void restoreSums(long[] state, long weight) {
    issued = state[0];
    handedOver = state[1];
    sent = state[2];
    arrived = state[3];
    clock = state[4];
    allReads = state[5];
    recentFlow = Double.longBitsToDouble(state[6]);
    uneven = Double.longBitsToDouble(state[7]);
    virtual.tune(Double.longBitsToDouble(state[10]));
    virtual.tunePurse(Double.longBitsToDouble(state[11]));
    virtual.restore(state[8], state[9], new VirtualPage.Transfer(state[12], state[13], state[14]));
    ownWeight = weight;
    if (owner != null) {
      owner.restore(state[16], weight, state[9]);
    }
    laps(state.length > SUMS ? state[SUMS] : 0);
  }
}
