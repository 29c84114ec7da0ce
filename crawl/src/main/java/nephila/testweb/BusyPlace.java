package nephila.testweb;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/// A place that refuses its first visits (robots.txt excepted) with 503 and Retry-After.
final class BusyPlace implements Place {
  private final Place place;
  private final AtomicInteger refusals;
  private final Duration retryAfter;

  BusyPlace(Place place, int refusals, Duration retryAfter) {
    this.place = place;
    this.refusals = new AtomicInteger(refusals);
    this.retryAfter = retryAfter;
  }

  @Override
  public ServedResponse answer(Ask ask) {
    boolean robots = ask.path().equals("/robots.txt");
    if (robots || refusals.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
      return place.answer(ask);
    }
    return ServedResponse.html("<title>Busy</title><p>Come back later.</p>")
        .status(503)
        .with("Retry-After: " + retryAfter.toSeconds());
  }

  @Override
  public Set<String> readable() {
    return place.readable();
  }
}
