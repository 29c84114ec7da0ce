package nephila.refresh;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import nephila.links.SoftNotFound;
import nephila.politeness.HostPace;
import nephila.politeness.PaceRules;
import nephila.politeness.RobotsAnswer;
import nephila.politeness.RobotsRules;
import nephila.politeness.RobotsState;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// A host while its pages are asked for: its clock, its robots.txt, what it does with addresses
/// that do not exist, and whether its answers to HEAD can be trusted. Owned by the conductor's
/// thread.
final class OldHost {
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

  enum Trust {
    UNKNOWN,
    TRUSTED,
    NOT
  }

  final String origin;
  final List<Integer> pages = new ArrayList<>();
  final ArrayDeque<PageQuestion> queue = new ArrayDeque<>();

  /// Questions that wait for the probe, with what they saw.
  final List<Waiting> waiting = new ArrayList<>();

  record Waiting(PageQuestion question, RefreshResponse look) {}

  HostPace pace = HostPace.NEW;
  boolean inFlight;
  boolean probed;
  boolean wantsProbe;
  int probeTries;
  @Nullable SoftNotFound missing;
  String probeTarget = "";
  @Nullable LivenessVerdict dead;
  private RobotsState robots = RobotsState.UNKNOWN;
  private @Nullable RobotsRules rules;
  private Trust trust = Trust.UNKNOWN;
  private int agreements;
  private boolean agreedOnLife;
  private int failures;
  private int robotsFailures;
  private boolean everAnswered;
  private int asked;
  private int alive;

  OldHost(String origin) {
    this.origin = origin;
  }

  boolean idle() {
    return !inFlight && (!queue.isEmpty() || wantsProbe);
  }

  boolean needsRobots() {
    return robots.readAt() == null;
  }

  CanonicalUrl robotsUrl() {
    return CanonicalUrl.ofCanonical(origin + "/robots.txt");
  }

  /// Enters what came of asking for robots.txt; true when it is settled, false when to ask again.
  boolean robots(RobotsAnswer answer, Instant now, String token) {
    robots = robots.after(answer, now);
    if (robots.readAt() == null) {
      return ++robotsFailures >= NEVER_ANSWERED;
    }
    rules = robots.rules(robotsUrl(), token);
    Duration delay = rules.crawlDelay().orElse(null);
    pace = pace.withCrawlDelay(delay);
    return true;
  }

  RobotsRules rules() {
    RobotsRules known = rules;
    return known == null ? RobotsRules.DISALLOW_ALL : known;
  }

  /// Enters how a request went; false when the host is to be given up.
  boolean answered(RefreshResponse look, Instant now, PaceRules paceRules) {
    if (look.ours() || look.keptAway()) {
      return true;
    }
    if (look.failure() == null) {
      everAnswered = true;
      failures = 0;
      pace = pace.afterAnswer(look.status(), look.took(), look.retryAfter(), now, paceRules);
      return true;
    }
    failures++;
    pace = pace.afterFailure(now, paceRules);
    return failures < (everAnswered ? FELL_SILENT : NEVER_ANSWERED);
  }

  void settled(boolean lives) {
    asked++;
    alive += lives ? 1 : 0;
  }

  boolean headFirst(CanonicalUrl url, boolean allowed) {
    if (!allowed || trust == Trust.NOT || pages.size() < WORTH_COMPARING) {
      return false;
    }
    if (trust == Trust.UNKNOWN) {
      return true;
    }
    return heavy(url) || (alive + 1.0) / (asked + 2.0) < UNLIKELY;
  }

  /// Whether what HEAD says is believed without GET.
  boolean trusted() {
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
  private static boolean heavy(CanonicalUrl url) {
    return url.path()
        .toLowerCase(Locale.ROOT)
        .matches(".*\\.(pdf|ps|gz|tgz|zip|jar|exe|iso|dmg|docx?|pptx?|xlsx?|mp[34]|jpe?g|png|gif)");
  }
}
