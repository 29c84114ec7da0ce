package nephila.refresh;

import java.util.HashSet;
import java.util.Set;
import nephila.url.CanonicalUrl;

/// A page on its way to an answer: where it is asked for now, after which redirects.
final class PageQuestion {
  final int page;
  final CanonicalUrl asked;
  CanonicalUrl at;
  int tries;

  /// The first status its own address gave; 0 before.
  int firstStatus;

  /// What HEAD said, to be compared with GET; 0 when it was not asked.
  int headStatus;

  boolean getNext;
  private final Set<String> passed = new HashSet<>();

  PageQuestion(int page, CanonicalUrl url) {
    this.page = page;
    this.asked = url;
    this.at = url;
  }

  boolean redirected() {
    return !passed.isEmpty();
  }

  int hops() {
    return passed.size();
  }

  boolean hasPassed(CanonicalUrl url) {
    return url.equals(at) || passed.contains(url.text());
  }

  /// Goes on at the target of a redirect.
  void follow(CanonicalUrl target) {
    passed.add(at.text());
    at = target;
    tries = 0;
    headStatus = 0;
    getNext = true;
  }
}
