package nephila.refresh;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// A page on its way to an answer: where it is asked for now, after which redirects.
final class PageQuestion {
  final int page;
  final CanonicalUrl asked;
  CanonicalUrl at;

  /// The host of [#at].
  OldHost host;

  /// Its turn among the questions: the one with the least is asked first.
  int turn;

  /// What it is settled as when asking once more is no better; null while it was not put off.
  NextAction.@Nullable Settle otherwise;

  /// The first status its own address gave; 0 before.
  int firstStatus;

  /// What HEAD said, to be compared with GET; 0 when it was not asked.
  int headStatus;

  boolean getNext;

  /// What was seen, to be judged when the host was probed; null when it does not depend on that.
  @Nullable RefreshResponse seen;

  private final Set<String> passed = new HashSet<>();

  PageQuestion(int page, CanonicalUrl url, OldHost host) {
    this.page = page;
    this.asked = url;
    this.at = url;
    this.host = host;
  }

  /// What was seen, which the host was probed to judge.
  RefreshResponse takeSeen() {
    RefreshResponse taken = Objects.requireNonNull(seen);
    seen = null;
    return taken;
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
  void follow(CanonicalUrl target, OldHost itsHost) {
    passed.add(at.text());
    at = target;
    host = itsHost;
    headStatus = 0;
    getNext = true;
  }

  /// The answer, unless the question has left its own address and the target is dead: then it leads
  /// nowhere.
  NextAction.Settle settled(LivenessVerdict verdict, int status) {
    if (redirected() && verdict.closed()) {
      return new NextAction.Settle(verdict, status, at.text());
    }
    return redirected()
        ? new NextAction.Settle(LivenessVerdict.REDIRECTED, firstStatus, at.text())
        : new NextAction.Settle(verdict, status, "");
  }
}
