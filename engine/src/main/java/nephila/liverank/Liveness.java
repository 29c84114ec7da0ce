package nephila.liverank;

import java.util.BitSet;

/// Who can say whether an old page still exists. Every page asked costs a request.
///
/// The pages of one batch do not depend on each other: an implementation may ask them in parallel,
/// by many crawlers.
@FunctionalInterface
public interface Liveness {
  /// Asks for every page of the batch; element k of the result tells whether `pages[k]` is alive.
  boolean[] ask(int[] pages);

  /// Whether a page that was asked is closed to us, so that its answer tells nothing.
  default boolean isClosed(int page) {
    return false;
  }

  /// The liveness of a web whose truth is known, and of which some pages are closed.
  static Liveness known(boolean[] alive, BitSet closed) {
    return new Liveness() {
      @Override
      public boolean[] ask(int[] pages) {
        return known(alive).ask(pages);
      }

      @Override
      public boolean isClosed(int page) {
        return closed.get(page);
      }
    };
  }

  /// The liveness of a web whose truth is known.
  static Liveness known(boolean[] alive) {
    return pages -> {
      boolean[] answers = new boolean[pages.length];
      for (int k = 0; k < pages.length; k++) {
        answers[k] = alive[pages[k]];
      }
      return answers;
    };
  }
}
