package nephila.refresh;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import nephila.fetch.Failure;
import nephila.frontier.HostClock;
import nephila.process.HostState;
import nephila.store.record.HostFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// A host of an old crawl while its pages are asked for: what every shell knows of a host
/// ([HostState]), and what only a refresh asks. Is the host dead? Where does it send addresses that
/// do not exist? Can its answers to HEAD be trusted? Owned by the thread of the [RefreshRun].
final class OldHost implements HostClock {
  /// HEAD and GET are compared this often before HEAD is trusted.
  private static final int AGREEMENTS = 2;

  /// On hosts with fewer pages comparing costs more than it gains.
  private static final int WORTH_COMPARING = 20;

  /// HEAD goes first where a page lives with less than this chance: a living one costs two requests
  /// then, because only its text tells whether it is a soft 404.
  private static final double UNLIKELY = 0.25;

  /// Requests in a row without any answer after which a host counts as dead: one that never
  /// answered, one that did.
  private static final int NEVER_ANSWERED = 2;

  private static final int FELL_SILENT = 5;

  /// A host that is to be left alone for longer is put off.
  private static final long LONG_WAIT_MILLIS = 10_000;

  private enum Trust {
    UNKNOWN,
    TRUSTED,
    NOT
  }

  final HostState state;
  final int number;

  /// The pages of the old crawl that it had.
  final List<Integer> pages = new ArrayList<>();

  /// Where it redirected an address that cannot exist, empty when nowhere.
  String probeTarget = "";

  int probeTries;

  /// Whether its pages are put off until the end of the run.
  boolean putOff;

  /// What it did when it was put off, as the answer for pages that it is never asked for.
  LivenessVerdict outOfOrder = LivenessVerdict.NO_ANSWER;

  int lastStatus;

  /// The verdict on all its pages, null while it is asked for each.
  @Nullable LivenessVerdict dead;

  private Trust trust = Trust.UNKNOWN;
  private int agreements;
  private boolean agreedOnLife;
  private int failures;
  private boolean everAnswered;
  private int asked;
  private int alive;

  OldHost(String origin, int number) {
    this.state = new HostState(origin, HostFacts.NEW, 0);
    this.number = number;
  }

  @Override
  public long nextAtMillis() {
    return state.nextAtMillis();
  }

  /// Enters how a request went that did not fail because of us; returns the verdict on all its
  /// pages when the host is to be given up.
  ///
  /// @param secondLook whether it is asked once more at the end of the run, where slowness counts
  ///   as silence
  @Nullable LivenessVerdict heard(RefreshResponse response, boolean secondLook) {
    Failure failure = response.failure();
    if (failure == null) {
      everAnswered = true;
      failures = 0;
      return null;
    }
    if (failure == Failure.ADDRESS_REFUSED) {
      return null; // nobody was asked
    }
    failures++;
    boolean slow =
        failure == Failure.CONNECT_TIMEOUT
            || failure == Failure.FIRST_BYTE_TIMEOUT
            || failure == Failure.WHOLE_TIMEOUT;
    if (slow && !secondLook) {
      return null; // the run puts it off
    }
    if (failure == Failure.DNS && response.detail().startsWith("unknown")) {
      return LivenessVerdict.HOST_NOT_FOUND;
    }
    return failures < (everAnswered ? FELL_SILENT : NEVER_ANSWERED)
        ? null
        : LivenessVerdict.NO_ANSWER;
  }

  /// Whether its robots.txt lets nobody in, or could not be had when it was asked for twice.
  boolean isClosed(String productToken) {
    boolean settled =
        state.robots().readAt() != null || state.robots().failures() >= NEVER_ANSWERED;
    return settled && state.rules(productToken).allowsNone();
  }

  /// Whether to put its pages off until the end of the run: it asked for patience twice in a row or
  /// for longer than a run waits, or has kept us waiting without an answer.
  boolean isOutOfOrder(RefreshResponse response, long nowMillis) {
    boolean busy = response.mayPass();
    boolean failed = response.failure() != null && response.failure().mayPass();
    boolean waits = state.pace().refusals() >= 2 || nextAtMillis() - nowMillis > LONG_WAIT_MILLIS;
    return (busy || failed) && waits;
  }

  /// A page of it was answered.
  void settled(boolean lives) {
    asked++;
    alive += lives ? 1 : 0;
  }

  boolean headFirst(CanonicalUrl url) {
    if (trust == Trust.NOT || pages.size() < WORTH_COMPARING) {
      return false;
    }
    if (trust == Trust.UNKNOWN) {
      return true;
    }
    return isHeavy(url) || (alive + 1.0) / (asked + 2.0) < UNLIKELY;
  }

  /// Whether what HEAD says is believed without GET.
  boolean trustsHead() {
    return trust == Trust.TRUSTED;
  }

  /// HEAD and GET were both asked for the same page.
  void compared(int head, int get) {
    if (head != get) {
      trust = Trust.NOT;
    } else {
      agreements++;
      agreedOnLife |= get == 200;
      boolean enough = agreements >= AGREEMENTS && (agreedOnLife || agreements >= 2 * AGREEMENTS);
      trust = enough && trust == Trust.UNKNOWN ? Trust.TRUSTED : trust;
    }
  }

  void distrustHead() {
    trust = Trust.NOT;
  }

  /// Whether the address looks like a file that is long and has no text to check.
  private static boolean isHeavy(CanonicalUrl url) {
    return url.path()
        .toLowerCase(Locale.ROOT)
        .matches(".*\\.(pdf|ps|gz|tgz|zip|jar|exe|iso|dmg|docx?|pptx?|xlsx?|mp[34]|jpe?g|png|gif)");
  }
}
