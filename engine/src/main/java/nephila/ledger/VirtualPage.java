package nephila.ledger;

/// The one page that every page links to and that pays all known pages equally.
///
/// Its cash is never spread page by page: `level` is what every page was paid by it since the
/// beginning, and a page's cash is counted from there (the lazy accumulator). What does not divide
/// evenly waits for the next time. A part of its income can be put into a purse, from which pages
/// that rules favour are paid.
final class VirtualPage {
  private double share;
  private final boolean smallEdge;
  private double purseShare;
  private long cash;
  private long purse;
  private long level;

  VirtualPage(double share, boolean smallEdge, double purseShare) {
    this.smallEdge = smallEdge;
    tune(share);
    tunePurse(purseShare);
  }

  /// What each link gets when a page pays `paid` along `links` links; the rest is for the virtual
  /// page.
  long sharePerLink(long paid, int links) {
    if (links == 0) {
      return 0;
    }
    return smallEdge ? paid / (links + 1L) : (long) (paid * ((1 - share) / links));
  }

  void receive(long amount, int knownPages) {
    long kept = purseShare == 0 ? 0 : (long) (amount * purseShare);
    purse += kept;
    cash += amount - kept;
    if (cash >= knownPages && knownPages > 0) {
      long each = cash / knownPages;
      level += each;
      cash -= each * knownPages;
    }
  }

  /// Takes up to `amount` out of the purse and returns how much it was.
  long favour(long amount) {
    long taken = Math.clamp(amount, 0, purse);
    purse -= taken;
    return taken;
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

  long level() {
    return level;
  }

  /// What it holds itself, purse included.
  long held() {
    return cash + purse;
  }

  long[] saved() {
    return new long[] {cash, purse, level};
  }

  void restore(long[] saved) {
    cash = saved[0];
    purse = saved[1];
    level = saved[2];
  }
}
