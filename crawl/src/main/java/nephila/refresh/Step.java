package nephila.refresh;

import nephila.url.CanonicalUrl;

/// What to do with a question after a look.
sealed interface Step {
  /// It is answered.
  record Settle(Verdict verdict, int status, String place) implements Step {}

  /// HEAD is not enough.
  record Get() implements Step {}

  /// Go on at the target of a redirect.
  record Follow(CanonicalUrl target) implements Step {}

  /// Ask again later; nothing was learnt.
  record Again() implements Step {}

  /// It depends on what the host does with addresses that cannot exist: find that out first.
  record AwaitProbe() implements Step {}
}
