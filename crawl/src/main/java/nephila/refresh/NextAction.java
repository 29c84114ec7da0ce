package nephila.refresh;

import nephila.url.CanonicalUrl;

/// What to do with a question after a look.
sealed interface NextAction {
  /// It is answered.
  record Settle(LivenessVerdict verdict, int status, String place) implements NextAction {}

  /// HEAD is not enough.
  record Get() implements NextAction {}

  /// Go on at the target of a redirect.
  record Follow(CanonicalUrl target) implements NextAction {}

  /// Ask again later; nothing was learnt.
  record Again() implements NextAction {}

  /// It depends on what the host does with addresses that cannot exist: find that out first.
  record AwaitProbe() implements NextAction {}
}
