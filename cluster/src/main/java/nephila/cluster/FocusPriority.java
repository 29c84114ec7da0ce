package nephila.cluster;

import nephila.process.UrlFilter;
import nephila.url.CanonicalUrl;

/// How much the user cares for a page: what it counts for in the queues, by what it is worth and
/// the focus rules that speak of its URL. The books do not know of it.
record FocusPriority(UrlFilter gate, long credit) {
  /// In units, like the worth itself.
  long priority(String url, long worth) {
    if (!gate.hasFocus()) {
      return worth;
    }
    int its = gate.focusClass(CanonicalUrl.ofCanonical(url));
    return (long) Math.clamp(gate.apply(its, (double) worth / credit) * credit, 0, 1e18);
  }
}
