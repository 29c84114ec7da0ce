package nephila.refresh;

import nephila.url.CanonicalUrl;

/// What to do with a question after a look.
sealed interface NextAction {
  /// It is answered.
  record Settle(LivenessVerdict verdict, int status, String place, PageChange change)
      implements NextAction {
    Settle(LivenessVerdict verdict, int status, String place) {
      this(verdict, status, place, PageChange.UNKNOWN);
    }
  }

  /// HEAD is not enough.
  record Get() implements NextAction {}

  /// Go on at the target of a redirect.
  record Follow(CanonicalUrl target) implements NextAction {}

  /// The host was out of order or too slow: ask once more at the end of the run; if that is no
  /// better, this is the answer.
  record PutOff(Settle otherwise) implements NextAction {}

  /// It depends on what the host does with addresses that cannot exist: find that out first.
  record AwaitProbe() implements NextAction {}
}
