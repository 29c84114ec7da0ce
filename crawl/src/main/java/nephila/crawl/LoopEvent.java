package nephila.crawl;

/// What comes to the wheel's thread from others.
sealed interface LoopEvent {
  /// A visitor is home.
  record Home(FetchResult visited, InFlightLimit.Errand errand) implements LoopEvent {}

  /// A visitor met an error of ours: the crawl ends with it.
  record Broken(Throwable why) implements LoopEvent {}

  /// There is an order to obey.
  record Wake() implements LoopEvent {}
}
