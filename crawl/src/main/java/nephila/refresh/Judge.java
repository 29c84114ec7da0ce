package nephila.refresh;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import nephila.crawl.Statuses;
import nephila.fetch.Failure;
import nephila.links.PageText;
import nephila.links.SoftNotFound;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Decides from a look whether an old page lives, as section 3.1 of the paper means it: status 200,
/// and a page that does not say "not found" instead; redirects are followed and their target is
/// judged in the same way.
///
/// A redirect to a front page from a page that was none, or to where the host sends addresses that
/// cannot exist, leads nowhere: the paper found that most redirects are of this kind. Owned by the
/// conductor's thread.
final class Judge {
  private static final int MOST_HOPS = 5;
  private static final int TRIES = 3;

  private final PageNumbers numbers;
  private final IntFunction<@Nullable Answer> known;

  /// Verdicts of redirect targets that are no old pages.
  private final Map<String, Verdict> targets = new HashMap<>();

  /// @param numbers of the old pages by URL
  /// @param known the answer so far for a page, null when there is none
  Judge(PageNumbers numbers, IntFunction<@Nullable Answer> known) {
    this.numbers = numbers;
    this.known = known;
  }

  Step step(Question question, OldHost host, Look look) {
    if (look.failure() != null) {
      return failed(question, look, look.failure());
    }
    if (question.firstStatus == 0 && !look.busy()) {
      question.firstStatus = look.status();
    }
    if (look.busy()) {
      return ++question.tries < TRIES
          ? new Step.Again()
          : settle(question, Verdict.OTHER, look.status());
    }
    if (look.byHead()) {
      Step needed = afterHead(question, host, look);
      if (needed != null) {
        return needed;
      }
    } else if (question.headStatus != 0) {
      host.compared(question.headStatus, look.status());
      question.headStatus = 0;
    }
    return switch (look.status()) {
      case 200 -> exists(question, host, look);
      case 301, 302, 303, 307, 308 -> redirect(question, host, look.target());
      case 404, 410 -> settle(question, Verdict.NOT_FOUND, look.status());
      default -> settle(question, Verdict.OTHER, look.status());
    };
  }

  private static Step failed(Question question, Look look, Failure kind) {
    if (look.ours()) {
      return new Step.Again();
    }
    if (kind == Failure.BAD_URL || kind == Failure.ADDRESS_REFUSED) {
      int status = kind == Failure.BAD_URL ? -7 : Statuses.PRIVATE_ADDRESS;
      return settle(question, Verdict.OTHER, status);
    }
    boolean unknown = kind == Failure.DNS;
    if (!unknown && ++question.tries < TRIES) {
      return new Step.Again();
    }
    return settle(question, unknown ? Verdict.HOST_NOT_FOUND : Verdict.NO_ANSWER, status(kind));
  }

  private static int status(Failure kind) {
    return switch (kind) {
      case DNS -> -1;
      case RESET, BAD_HTTP -> -3;
      case FIRST_BYTE_TIMEOUT, WHOLE_TIMEOUT -> -4;
      default -> -2;
    };
  }

  /// What else is needed where HEAD was asked; null when its answer stands.
  private static @Nullable Step afterHead(Question question, OldHost host, Look look) {
    int status = look.status();
    if (status == 405 || status == 501) {
      host.distrustHead();
      question.firstStatus = 0;
      return new Step.Get();
    }
    boolean text = status == 200 && look.html();
    boolean plain = text || status == 200 || status == 404 || status == 410 || status / 100 == 3;
    if (!host.trusted() || text || !plain) {
      question.headStatus = status;
      question.firstStatus = 0;
      return new Step.Get();
    }
    return null;
  }

  /// Status 200: is it the page, or a way of saying there is none?
  private Step exists(Question question, OldHost host, Look look) {
    if (!host.probed) {
      return new Step.AwaitProbe();
    }
    PageText text = look.text();
    SoftNotFound missing = host.missing;
    boolean soft =
        text != null
            && (MissingWords.in(text)
                || (missing != null && !isFront(question.at) && missing.matches(text)));
    if (question.redirected()) {
      targets.put(question.at.text(), soft ? Verdict.SOFT_NOT_FOUND : Verdict.LIVES);
      return new Step.Settle(
          soft ? Verdict.REDIRECTED : Verdict.MOVED, question.firstStatus, question.at.text());
    }
    Verdict verdict = soft ? Verdict.SOFT_NOT_FOUND : Verdict.LIVES;
    return new Step.Settle(verdict, soft ? Statuses.SOFT_NOT_FOUND : 200, "");
  }

  private Step redirect(Question question, OldHost host, @Nullable CanonicalUrl target) {
    if (target == null) {
      return settle(question, Verdict.OTHER, question.firstStatus);
    }
    Step nowhere = new Step.Settle(Verdict.REDIRECTED, question.firstStatus, target.text());
    if (question.hasPassed(target) || question.hops() >= MOST_HOPS) {
      return nowhere;
    }
    if (isFront(target) && !isFront(question.asked)) {
      return nowhere;
    }
    boolean sameElsewhere = bare(target).equals(bare(question.at));
    if (!host.probed && !sameElsewhere) {
      return new Step.AwaitProbe();
    }
    if (host.probeTarget.equals(target.text()) && !sameElsewhere) {
      return nowhere;
    }
    Verdict there = verdictOf(target);
    if (there == null) {
      return new Step.Follow(target);
    }
    boolean lives = there == Verdict.LIVES;
    return lives ? new Step.Settle(Verdict.MOVED, question.firstStatus, target.text()) : nowhere;
  }

  private @Nullable Verdict verdictOf(CanonicalUrl url) {
    int page = numbers.find(url.text());
    Answer answer = page == PageNumbers.NONE ? null : known.apply(page);
    return answer == null ? targets.get(url.text()) : answer.verdict();
  }

  /// The answer, unless the question has left its own address: then its target is no good.
  private static Step settle(Question question, Verdict verdict, int status) {
    return question.redirected()
        ? new Step.Settle(Verdict.REDIRECTED, question.firstStatus, question.at.text())
        : new Step.Settle(verdict, status, "");
  }

  /// Whether it is the front page of its host.
  static boolean isFront(CanonicalUrl url) {
    String path = url.path().toLowerCase(Locale.ROOT);
    return url.query().isEmpty()
        && (path.equals("/") || path.matches("/(index|default|home)\\.[a-z]+"));
  }

  /// The address without what sites change when they stay: scheme, `www.`, port, slash at the end.
  private static String bare(CanonicalUrl url) {
    String host = url.host().startsWith("www.") ? url.host().substring(4) : url.host();
    String path = url.pathAndQuery();
    return host + (path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
  }
}
