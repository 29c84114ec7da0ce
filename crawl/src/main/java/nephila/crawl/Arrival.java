package nephila.crawl;

/// What comes to the wheel's thread from others.
sealed interface Arrival {
  /// A visitor is home.
  record Home(Visited visited, Outside.Errand errand) implements Arrival {}

  /// A visitor met an error of ours: the crawl ends with it.
  record Broken(Throwable why) implements Arrival {}

  /// There is an order to obey.
  record Wake() implements Arrival {}
}
