package nephila.ledger.window;

import nephila.ledger.OpicCounts;

/// Remembers the cash that each page received. G, the clock, is a wrapping `long`: only differences
/// count, so it is kept modulo 2⁶⁴ units (003 §3). Since when G began is told by the ledger, which
/// counts how often the clock went round: 2⁶³ units are 21 turns of the cash of 100 million pages.
public abstract sealed class History permits WholeHistory, MeasuredHistory, InterpolatedHistory {
  /// Makes room for pages up to `pages` − 1.
  public abstract void reach(int pages);

  /// The page became known at `now` holding `startingCash`, which is not income, and with the past
  /// that new pages are given ([DefaultHistory]), if any.
  public abstract void discovered(int page, long startingCash, long now);

  /// The page is read at `now` and pays out `cash`; it is marked as read afterwards.
  public abstract void record(int page, long cash, long now);

  /// The page is gone, and its past with it.
  public abstract void gone(int page);

  /// The income of the page per unit of G: its importance, given what it holds now.
  public abstract double flow(int page, long cash, long now);

  /// The same of a page that is read for the first time, as it counts for the past of later ones.
  public double flowOfFirst(int page, long cash, long now) {
    return flow(page, cash, now);
  }

  /// How many measures (a value of C and one of G) are kept for the page.
  public abstract int measures(int page);

  /// What is kept of a page that is not read yet ([#ofUnread]) is this: it counts already in
  /// [#sums].
  public abstract void unread(int page, long kept);

  /// What is kept of a page that is not read yet: the G at which it became known, or what the
  /// column `paid` holds.
  public abstract long ofUnread(int page);

  /// The same of a page that becomes known now and has no slot.
  public abstract long ofNew(long now);

  /// Whether there is more of a page's past than the column `paid` holds.
  public abstract boolean hasPast();

  /// The past of a page that was read, for the record of its read; what the column `paid` holds is
  /// not in it.
  public abstract byte[] past(int page);

  /// Takes over what [#past] gave.
  public abstract void past(int page, byte[] kept);

  /// The same as [#flow] of a page that has no slot, as it was kept.
  ///
  /// @param paid what the column `paid` held
  /// @param kept what [#past] gave, where the page was read
  public abstract double flowOfRead(long paid, byte[] kept, long cash, long now);

  /// @param kept what [#ofUnread] said
  public abstract double flowOfUnread(long kept, long cash, long now);

  /// A page became known that has no slot.
  public void joins(long startingCash) {}

  /// What is counted over all pages.
  public abstract long[] sums();

  public abstract void sums(long[] kept);

  /// Income of pages that are gone, which estimates leave out.
  public long forgotten() {
    return 0;
  }

  /// What ledgers that share the web have counted, as far as [#sums] has the same of this one.
  public void elsewhere(OpicCounts others) {}

  /// The whole state as numbers, for saving.
  public abstract long[] saved(int pages);

  public abstract void restore(long[] saved, int pages);
}
