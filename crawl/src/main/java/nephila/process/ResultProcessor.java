package nephila.process;

import nephila.links.SoftNotFound;
import nephila.store.ReadFacts;
import org.jspecify.annotations.Nullable;

/// What becomes of a page by a result of it: the rules of every shell. The shell enters the effect
/// in its own store. No state: thread-safe.
public final class ResultProcessor {
  /// Requests for a page in a row that failed and may pass, after which the page is settled.
  private static final int ATTEMPTS = 3;

  /// What a shell is to do with a page.
  public enum Kind {
    /// Ask again, when the host's turn comes; nothing is entered.
    AGAIN,
    /// Enter the facts and the links found.
    READ,
    /// Enter the facts; the links found before stand.
    KEPT
  }

  /// What becomes of a page.
  ///
  /// @param facts what is noted of the read
  /// @param changed whether a re-read saw another content
  public record Effect(Kind kind, ReadFacts facts, boolean changed) {}

  /// The effect of a result.
  ///
  /// @param now what was found
  /// @param mayPass whether asking again may help
  /// @param attempts how often the page was asked in vain before, in a row
  /// @param before what is noted of the last read, null before the first
  /// @param same whether it is known from elsewhere that the content is as it was
  public Effect page(
      ReadFacts now, boolean mayPass, int attempts, @Nullable ReadFacts before, boolean same) {
    if (mayPass && attempts + 1 < ATTEMPTS) {
      return new Effect(Kind.AGAIN, now, false);
    }
    if (before == null) {
      return new Effect(Kind.READ, now, false);
    }
    if (isFailure(now.status())) {
      return new Effect(Kind.KEPT, before.failedBy(now), false);
    }
    return same || isSame(now, before)
        ? new Effect(Kind.KEPT, before.confirmedBy(now), false)
        : new Effect(Kind.READ, now, true);
  }

  private static boolean isSame(ReadFacts now, ReadFacts before) {
    boolean comparable = now.status() == before.status() || isFailure(before.status());
    return now.status() == 304
        || (comparable && !now.digest().isEmpty() && now.digest().equals(before.digest()));
  }

  /// Whether the answer, or that there was none, tells nothing of the page's content: then a
  /// re-read saw no change, and what was found before stands.
  public static boolean isFailure(int status) {
    return status < 0 || status >= 400;
  }

  /// Whether a page is read as a sitemap if it reads like one.
  ///
  /// @param named whether the user names it, or its host's robots.txt does as a sitemap
  /// @param via the URL of the page that led to it first, empty for none
  /// @param viaMime the media type of that page, empty when it is not known
  public static boolean isSitemap(boolean named, String via, String viaMime) {
    return named || (!via.isEmpty() && Findings.mayName(via, viaMime));
  }

  /// What a host serves for pages that do not exist, as far as a page at that depth is judged by
  /// it: what the user names is what it is.
  public static @Nullable SoftNotFound missing(HostState host, int depth) {
    return depth == 0 ? null : host.missing();
  }
}
