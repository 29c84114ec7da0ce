package nephila.testweb;

import java.time.Duration;
import java.util.Set;

/// A place that thinks before every answer.
record SlowPlace(Place place, Duration slowness) implements Place {
  @Override
  public ServedResponse answer(Ask ask) {
    return place.answer(ask).after(slowness);
  }

  @Override
  public Set<String> readable() {
    return place.readable();
  }
}
