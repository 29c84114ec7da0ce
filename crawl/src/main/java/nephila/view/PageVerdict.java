package nephila.view;

import java.time.Instant;
import java.util.Locale;
import nephila.process.Statuses;
import nephila.process.UrlFilter;
import nephila.store.record.HostFacts;
import nephila.store.record.ReadFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Puts into words what became of a page, by what is known of it and of its host.
///
/// @param depth links from a seed
/// @param stored its state as it is stored
/// @param last what its last read found, null before the first
public record PageVerdict(
    UrlFilter gate,
    CanonicalUrl url,
    int depth,
    boolean seed,
    PageState stored,
    @Nullable ReadFacts last,
    HostFacts host,
    long nowMillis) {
  /// The state of the page: as it is stored, or, of a page that waits, what the rules of now say of
  /// it.
  public PageState state() {
    boolean waits = stored == PageState.WAITING || stored == PageState.OUT_OF_SCOPE;
    if (!waits) {
      return stored;
    }
    return !seed && !refusal().isEmpty() ? PageState.OUT_OF_SCOPE : PageState.WAITING;
  }

  private String refusal() {
    return gate.refusal(url, depth, false);
  }

  /// In a sentence that begins with its state.
  public String words() {
    PageState state = state();
    return switch (state) {
      case READ, GONE, GIVEN_UP -> state + ": " + Statuses.words(last == null ? 0 : last.status());
      case FORBIDDEN -> state + ": by the robots.txt of its host";
      case OUT_OF_SCOPE -> state + ": " + refusal();
      case UNDER_WAY -> state.toString();
      case WAITING -> state + ": " + waitsFor();
    };
  }

  private String waitsFor() {
    int refusals = host.pace().refusals();
    long wait = host.pace().nextAtMillis() - nowMillis;
    String turn = wait > 0 ? ", and has its next turn in " + (wait + 999) / 1000 + " s" : "";
    return refusals > 0
        ? "its host refused or failed " + refusals + " times in a row" + turn
        : wait > 0
            ? "its host has its next turn in " + (wait + 999) / 1000 + " s"
            : "better pages come first";
  }

  /// When it was read last; empty before the first.
  public String lastRead() {
    return last == null ? "" : Instant.ofEpochMilli(last.atMillis()).toString();
  }

  /// Why it was read last; empty before the first.
  public String reason() {
    return last == null
        ? ""
        : switch (last.reason()) {
          case SEED -> "named by you";
          case DISCOVERY ->
              String.format(
                  Locale.ROOT,
                  "the best unread page of its host, which was the best of %,d hosts that were due",
                  Math.max(1, last.place()));
          case REFRESH ->
              "the best page to be read again: by worth, age and observed change, or as --select"
                  + " says";
          case LISTED -> "listed in a sitemap or feed";
          case REPLAY -> "taken from the archive after a crash";
        };
  }

  /// How its host answers and when it may be asked.
  public String hostTurn() {
    long wait = host.pace().nextAtMillis() - nowMillis;
    return String.format(
        Locale.ROOT,
        "answers in %.0f ms; %s%s",
        host.pace().responseMillis(),
        wait > 0 ? "next turn in " + wait / 1000 + " s" : "due",
        host.pace().refusals() > 0
            ? "; refused or failed " + host.pace().refusals() + " times in a row"
            : "");
  }

  /// The word of robots.txt on it.
  public String robots() {
    if (host.robots().readAt() == null) {
      return host.robots().failures() > 0 ? "cannot be had: nothing allowed" : "not asked yet";
    }
    CanonicalUrl at = CanonicalUrl.ofCanonical(url.origin() + "/robots.txt");
    return host.robots().rules(at, gate.productToken()).allows(url) ? "allows it" : "forbids it";
  }
}
