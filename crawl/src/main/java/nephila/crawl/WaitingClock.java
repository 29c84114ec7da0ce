package nephila.crawl;

/// A clock whose time passes when the crawl waits, and at no other time: with it an hour of
/// crawling a web in memory takes seconds, and repeats. A crawl asks its clock whether it is one.
public interface WaitingClock {
  /// The loop has nothing to do for `millis`, or until one of `inFlight` fetches is over: lets time
  /// pass until then.
  ///
  /// @return milliseconds of real time that the loop waits for the result of a fetch; 0 where none
  ///   is over
  long await(long millis, int inFlight) throws InterruptedException;
}
