package nephila.ledger;

/// What every ledger promises, whichever algorithm it runs and wherever its pages are.
public enum LedgerLaw {
  BOOKS("after every operation each unit is accounted for"),
  GONE_BOOKS("the same while pages vanish and come back"),
  SUM("the importance of all known pages adds up to 1"),
  GONE_SUM("the importance of the living adds up to 1, a page that is gone has none"),
  BOUND("the error is never above the certified bound"),
  GONE_BOUND("the same while pages vanish and come back: links to a page that is gone pay nobody"),
  CONVERGES("reading and pushing leads to the rank of the known graph"),
  GONE_CONVERGES("what a page that is gone has paid is taken back in the end"),
  RETURN("a page that was gone and is discovered again is worth what it would be had it stayed"),
  RECEIVE("payments from elsewhere commute, and the totals say what arrived"),
  SAVED("a ledger that was saved and loaded goes on as if nothing had happened"),
  PAPERS("cash and history are those of the papers' algorithm in doubles");

  private final String text;

  LedgerLaw(String text) {
    this.text = text;
  }

  /// Whether it speaks of pages that vanish.
  boolean deaths() {
    return name().startsWith("GONE") || this == PAPERS;
  }

  @Override
  public String toString() {
    return text;
  }
}
