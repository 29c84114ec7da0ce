package nephila.refresh;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import nephila.fetch.Failure;
import nephila.links.PageText;
import nephila.links.SoftNotFound;
import nephila.process.Statuses;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Decides from a look whether an old page lives, as section 3.1 of the paper means it: status 200,
/// and a page that does not say "not found" instead; redirects are followed and their target is
/// judged in the same way.
///
/// A redirect to a front page from a page that was none, or to where the host sends addresses that
/// cannot exist, leads nowhere: the paper found that most redirects are of this kind. What a server
/// keeps from us is closed, and what is out of order or too slow is asked once more at the end.
/// Owned by the thread of the [RefreshRun].
///
/// Differs from the paper: it counts every error but 404 with the dead.
final class LivenessJudge {
  private static final int MOST_HOPS = 5;

  private final UrlNumbers numbers;
  private final IntFunction<@Nullable PageAnswer> known;
  private final OldCopies copies;

  /// Verdicts of redirect targets that are no old pages.
  private final Map<String, LivenessVerdict> targets = new HashMap<>();

  /// @param numbers of the old pages by URL
  /// @param known the answer so far for a page, null when there is none
  /// @param copies what the pages had in them
  LivenessJudge(UrlNumbers numbers, IntFunction<@Nullable PageAnswer> known, OldCopies copies) {
    this.copies = copies;
    this.numbers = numbers;
    this.known = known;
  }

  /// What to do with the question after a request that did not fail because of us.
  NextAction step(PageQuestion question, OldHost host, RefreshResponse look) {
    if (look.failure() != null) {
      return failed(question, look.failure());
    }
    if (look.challenge()) {
      return question.settled(LivenessVerdict.CHALLENGE, look.status());
    }
    if (look.mayPass()) {
      LivenessVerdict verdict = LivenessVerdict.ofError(look.status());
      return putOff(question, question.settled(verdict, look.status()));
    }
    if (question.firstStatus == 0) {
      question.firstStatus = look.status();
    }
    if (look.byHead()) {
      NextAction needed = afterHead(question, host, look);
      if (needed != null) {
        return needed;
      }
    } else if (question.headStatus != 0) {
      host.compared(question.headStatus, look.status());
      question.headStatus = 0;
    }
    return switch (look.status()) {
      case 200 -> exists(question, host, look);
      case 304 -> new NextAction.Settle(LivenessVerdict.LIVES, look.status(), "", PageChange.SAME);
      case 301, 302, 303, 307, 308 -> redirect(question, host, look.target());
      case 404, 410 -> question.settled(LivenessVerdict.NOT_FOUND, look.status());
      default -> question.settled(LivenessVerdict.ofError(look.status()), look.status());
    };
  }

  private static NextAction failed(PageQuestion question, Failure kind) {
    LivenessVerdict verdict =
        switch (kind) {
          case DNS -> LivenessVerdict.HOST_NOT_FOUND;
          case ADDRESS_REFUSED -> LivenessVerdict.PRIVATE;
          case BAD_URL -> LivenessVerdict.OTHER;
          default -> LivenessVerdict.NO_ANSWER;
        };
    NextAction.Settle settled = question.settled(verdict, Statuses.of(kind));
    return kind.mayPass() && kind != Failure.DNS ? putOff(question, settled) : settled;
  }

  /// Once more at the end of the run; then it is the answer.
  private static NextAction putOff(PageQuestion question, NextAction.Settle settled) {
    return question.otherwise == null ? new NextAction.PutOff(settled) : settled;
  }

  /// What else is needed where HEAD was asked; null when its answer stands.
  private static @Nullable NextAction afterHead(
      PageQuestion question, OldHost host, RefreshResponse look) {
    int status = look.status();
    if (status == 405 || status == 501) {
      host.distrustHead();
      question.firstStatus = 0;
      return new NextAction.Get();
    }
    boolean text = status == 200 && look.html();
    boolean plain = text || status == 200 || status == 404 || status == 410 || status / 100 == 3;
    if (!host.trustsHead() || text || !plain) {
      question.headStatus = status;
      question.firstStatus = 0;
      return new NextAction.Get();
    }
    return null;
  }

  /// Status 200: is it the page, or a way of saying there is none?
  private NextAction exists(PageQuestion question, OldHost host, RefreshResponse look) {
    if (!host.state.isProbed()) {
      return new NextAction.AwaitProbe();
    }
    PageText text = look.text();
    SoftNotFound missing = host.state.missing();
    boolean soft =
        text != null
            && (MissingWords.in(text)
                || (missing != null && !isFront(question.at) && missing.matches(text)));
    if (text != null && look.password() && missing != null && missing.matches(text)) {
      return question.settled(LivenessVerdict.LOGIN, question.firstStatus);
    }
    if (question.redirected()) {
      targets.put(
          question.at.text(), soft ? LivenessVerdict.SOFT_NOT_FOUND : LivenessVerdict.LIVES);
      return new NextAction.Settle(
          soft ? LivenessVerdict.REDIRECTED : LivenessVerdict.MOVED,
          question.firstStatus,
          question.at.text());
    }
    LivenessVerdict verdict = soft ? LivenessVerdict.SOFT_NOT_FOUND : LivenessVerdict.LIVES;
    if (soft) {
      return new NextAction.Settle(verdict, Statuses.SOFT_NOT_FOUND, "");
    }
    PageChange change = copies.compare(question.page, look.sha1(), look.signature());
    return new NextAction.Settle(verdict, 200, "", change);
  }

  private NextAction redirect(PageQuestion question, OldHost host, @Nullable CanonicalUrl target) {
    if (target == null) {
      return question.settled(LivenessVerdict.OTHER, question.firstStatus);
    }
    NextAction nowhere =
        new NextAction.Settle(LivenessVerdict.REDIRECTED, question.firstStatus, target.text());
    if (question.hasPassed(target) || question.hops() >= MOST_HOPS) {
      return nowhere;
    }
    if (LoginWall.isLogin(target) && !LoginWall.isLogin(question.asked)) {
      return new NextAction.Settle(LivenessVerdict.LOGIN, question.firstStatus, target.text());
    }
    if (isFront(target) && !isFront(question.asked)) {
      return nowhere;
    }
    boolean sameElsewhere = sameElsewhere(question.at, target);
    if (!host.state.isProbed() && !sameElsewhere) {
      return new NextAction.AwaitProbe();
    }
    boolean anywhere = host.probeTarget.equals(LoginWall.place(question.at, target));
    if (anywhere && !sameElsewhere) {
      return nowhere;
    }
    LivenessVerdict there = verdictOf(target);
    if (there == null) {
      return new NextAction.Follow(target);
    }
    boolean lives = there == LivenessVerdict.LIVES;
    return lives
        ? new NextAction.Settle(LivenessVerdict.MOVED, question.firstStatus, target.text())
        : nowhere;
  }

  private @Nullable LivenessVerdict verdictOf(CanonicalUrl url) {
    int page = numbers.find(url.text());
    PageAnswer answer = page == UrlNumbers.NONE ? null : known.apply(page);
    return answer == null ? targets.get(url.text()) : answer.verdict();
  }

  /// Whether it is the front page of its host.
  static boolean isFront(CanonicalUrl url) {
    String path = url.path().toLowerCase(Locale.ROOT);
    return url.query().isEmpty()
        && (path.equals("/") || path.matches("/(index|default|home)\\.[a-z]+"));
  }

  /// Whether both are one address but for what sites change when they stay.
  static boolean sameElsewhere(CanonicalUrl one, CanonicalUrl other) {
    return bare(one).equals(bare(other));
  }

  /// The address without what sites change when they stay: scheme, `www.`, port, slash at the end.
  private static String bare(CanonicalUrl url) {
    String host = url.host().startsWith("www.") ? url.host().substring(4) : url.host();
    String path = url.pathAndQuery();
    return host + (path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
  }
}
