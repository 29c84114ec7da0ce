package nephila.ledger;

/// The virtual page as one ledger sees it: every page links to it, and it pays all known pages
/// equally, or by weights. The virtual page is a bank.
///
/// Its cash is never spread page by page. A page's cash is `received + level`: `level` is what the
/// virtual page has paid every page since the beginning, so a page comes with `credit − level` and
/// has `−level` after it was read. What pages pay to it is collected here until [#take] hands it to
/// the [VirtualPageOwner], which raises the level and tells it to every ledger ([#told]). A level
/// that is told late is an old one, never a wrong one: the owner is charged for pages at the level
/// they joined and left at, so that no unit is lost or made.
///
/// Where pages have weights, whole numbers, the level is what it has paid for each unit of weight,
/// and a page of weight w counts as w pages: its cash is `received + level · w`.
///
/// A part of the income can be kept in a purse, from which pages that rules favour are paid.
public final class VirtualPage {
  private double share;
  private final boolean smallEdge;
  private final double usualShare;
  private double purseShare;
  private long purse;

  /// What the purse holds at most; the income beyond it is paid to all pages.
  private long purseMost = Long.MAX_VALUE;

  private long level;
  private long income;
  private long joined;
  private long joinedAt;

  VirtualPage(double share, boolean smallEdge, double purseShare) {
    this.smallEdge = smallEdge;
    this.usualShare = share;
    tune(share);
    tunePurse(purseShare);
  }

  /// The changes since the last transfer.
  ///
  /// @param income units paid to the virtual page
  /// @param joined pages that became known, less those that are gone
  /// @param joinedAt the levels at which they came, less those at which the others went
  public record Transfer(long income, long joined, long joinedAt) {}

  /// The units that each link gets when a page pays `paid` along `links` links; the rest is for the
  /// virtual page.
  long sharePerLink(long paid, int links) {
    if (links == 0) {
      return 0;
    }
    long byShare = (long) (paid * ((1 - share) / links));
    if (!smallEdge) {
      return byShare;
    }
    long edge = paid / (links + 1L);
    return share > usualShare ? Math.min(edge, byShare) : edge; // a larger small edge
  }

  /// The share of what it pays that a page with so many links passes along them.
  double passed(int links) {
    if (!smallEdge) {
      return 1 - share;
    }
    double edges = links / (links + 1.0);
    return share > usualShare ? Math.min(edges, 1 - share) : edges;
  }

  void income(long amount) {
    long wanted = purseShare == 0 ? 0 : (long) (amount * purseShare);
    long kept = Math.clamp(purseMost - purse, 0, wanted);
    purse += kept;
    income += amount - kept;
  }

  /// A page of that weight becomes known; returns the cash it is counted from.
  long joins(int weight) {
    joined += weight;
    joinedAt += level * weight;
    return level * weight;
  }

  /// A page of that weight is gone; what it held is income.
  void leaves(int weight, long cash) {
    joined -= weight;
    joinedAt -= level * weight;
    income(cash);
  }

  /// Takes the changes that the owner is to be told.
  public Transfer take() {
    Transfer transfer = new Transfer(income, joined, joinedAt);
    income = 0;
    joined = 0;
    joinedAt = 0;
    return transfer;
  }

  /// The owner says how much every page was paid since the beginning.
  public void told(long levelNow) {
    if (levelNow < level) {
      throw new IllegalArgumentException("level " + levelNow + " is below " + level);
    }
    level = levelNow;
  }

  /// Takes up to `amount` out of the purse and returns how much it was.
  long favour(long amount) {
    long taken = Math.clamp(amount, 0, purse);
    purse -= taken;
    return taken;
  }

  void purseMost(long units) {
    purseMost = units;
  }

  /// What is in the purse becomes income.
  void emptyPurse() {
    income += purse;
    purse = 0;
  }

  void tune(double newShare) {
    if (!(newShare > 0.0001 && newShare < 1)) {
      throw new IllegalArgumentException(
          "share of the virtual page " + newShare + " is not between 0.0001 and 1");
    }
    share = newShare;
  }

  void tunePurse(double newShare) {
    if (!(newShare >= 0 && newShare <= 1)) {
      throw new IllegalArgumentException("share of the purse " + newShare + " is not 0 to 1");
    }
    purseShare = newShare;
  }

  double share() {
    return share;
  }

  double purseShare() {
    return purseShare;
  }

  public long level() {
    return level;
  }

  long purse() {
    return purse;
  }

  /// The units that are here and not with the owner: the purse, and what [#take] would hand over.
  long held() {
    return purse + income + joinedAt;
  }

  /// The changes that [#take] would return now.
  Transfer untold() {
    return new Transfer(income, joined, joinedAt);
  }

  void restore(long savedPurse, long savedLevel, Transfer untold) {
    purse = savedPurse;
    level = savedLevel;
    income = untold.income();
    joined = untold.joined();
    joinedAt = untold.joinedAt();
  }
}
