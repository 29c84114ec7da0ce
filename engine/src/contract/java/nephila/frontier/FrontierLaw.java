package nephila.frontier;

/// What every frontier keeps to, tried by [FrontierContract].
///
/// F1 is: a page is in one place, a lane, leased, in flight, remote or done. F2 is: each page of a
/// fair lane is taken after finitely many reads.
public enum FrontierLaw {
  ONCE("F1 every page is taken until it was read, and then no more"),
  UNDER_WAY("F1 a page that is under way is not taken again, though it is found again and paid"),
  REMOVED("F1 a page that is not to be read after all is not taken"),
  LAPSE("F1 a page of which nothing is heard waits again after its lease, once"),
  AGAIN("F2 every page that was read is read again and again"),
  BEST_OF_HOST("the best page of a host is taken first"),
  BEST_OF_ALL("the best page of all hosts that are due is taken first"),
  RISE("a page whose worth rises is taken before those that it passes"),
  FALL("a page whose worth falls is taken after those that pass it"),
  NOT_BEFORE_DUE("no host is asked before it is due"),
  WHEN_DUE("a host that waits is asked when it is due, the one due first before the others"),
  ONE_CONNECTION("a host is asked for one page at a time"),
  TWO_CONNECTIONS("a host is asked for two pages at a time where that is allowed, not for three"),
  HOST_TURNS("hosts of which much was read come after those of which little was read"),
  SITE_SHARE("a site does not get more of the reads by having more hosts"),
  EVICTED("pages that left the memory are taken when their turn comes, the best of a host first"),
  AGE("no page is read again before its age, and the one read longest ago is first"),
  PUT_OFF("a page to be read again whose host is not due is read as soon as it is"),
  IMPORTANT_AGAIN("a page that is worth more is read again more often");

  private final String words;

  FrontierLaw(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
