package nephila.cluster;

/// What an owner should know of the crawl as a whole, a little old.
///
/// @param running whether pages are to be ordered; pushing goes on when not
/// @param idle whether nobody fetches: then there is time to make importance exact
/// @param pagesLeft how many pages may still be ordered, in all partitions together
/// @param worthSum Σ worth over all known pages, in units; 0 when not known yet
record Wishes(boolean running, boolean idle, long pagesLeft, double worthSum) {
  static final Wishes WAIT = new Wishes(false, true, Long.MAX_VALUE, 0);
  static final Wishes RUN = new Wishes(true, false, Long.MAX_VALUE, 0);
}
