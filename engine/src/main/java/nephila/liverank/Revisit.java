package nephila.liverank;

import nephila.Progress;

/// Asks for the pages of an old crawl in the order that an [Ordering] proposes, batch by batch,
/// until everything was asked or a [Stop] has enough.
public final class Revisit {
  private final Ordering ordering;
  private final Liveness liveness;
  private final int batch;

  /// `batch` is the number of pages asked at once; 1 lets a dynamic ordering hear every answer
  /// before it proposes the next page.
  public Revisit(Ordering ordering, Liveness liveness, int batch) {
    if (batch < 1) {
      throw new IllegalArgumentException("batch is " + batch + " but must be at least 1");
    }
    this.ordering = ordering;
    this.liveness = liveness;
    this.batch = batch;
  }

  /// Asks until `stop` has enough.
  public Trail until(Stop stop, Progress progress) {
    Trail trail = new Trail();
    while (!stop.enough(trail)) {
      int[] pages = ordering.next(stop.most(trail, batch));
      if (pages.length == 0) {
        break;
      }
      boolean[] answers = liveness.ask(pages);
      for (int k = 0; k < pages.length; k++) {
        if (liveness.isClosed(pages[k])) {
          ordering.closed(pages[k]);
          trail.addClosed(pages[k]);
        } else {
          ordering.answered(pages[k], answers[k]);
          trail.add(pages[k], answers[k]);
        }
      }
      progress.at("pages asked", trail.asked(), -1);
    }
    return trail;
  }
}
