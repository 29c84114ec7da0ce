package nephila.crawl;

import java.time.Instant;
import java.util.Locale;
import nephila.process.Statuses;
import nephila.store.HostFacts;
import nephila.store.ReadFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// What became of a page, in words, by what is known of it and of its host.
///
/// @param depth links from a seed
/// @param last what its last read found, null before the first
public record PageVerdict(
    UrlFilter gate,
    CanonicalUrl url,
    int depth,
    boolean seed,
    @Nullable ReadFacts last,
    HostFacts host,
    long nowMillis) {
  /// In a sentence.
  public String words() {
    if (last != null) {
      return "read: " + Statuses.words(last.status());
    }
    String refusal = gate.refusal(url, depth, false);
    if (!refusal.isEmpty() && !seed) {
      return "not to be read: " + refusal;
    }
    return host.pace().nextAtMillis() > nowMillis
        ? "waits: its host has its next turn in "
            + (host.pace().nextAtMillis() - nowMillis + 999) / 1000
            + " s"
        : "waits: better pages come first";
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
          case REFRESH -> "the refresh budget's best: worth, age and observed change";
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

  /// What robots.txt says of it.
  public String robots() {
    if (host.robots().readAt() == null) {
      return host.robots().failures() > 0 ? "cannot be had: nothing allowed" : "not asked yet";
    }
    CanonicalUrl at = CanonicalUrl.ofCanonical(url.origin() + "/robots.txt");
    return host.robots().rules(at, gate.productToken()).allows(url) ? "allows it" : "forbids it";
  }
}
