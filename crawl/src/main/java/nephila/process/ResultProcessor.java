package nephila.process;

import nephila.links.SoftNotFound;
import nephila.store.record.ReadFacts;
import org.jspecify.annotations.Nullable;

/// Decides what becomes of a page by a result: the rules of every shell. The shell enters the
/// effect in its own store. Immutable.
public final class ResultProcessor {
  /// Requests for a page in a row that failed and may pass, after which the page is settled.
  private static final int ATTEMPTS = 3;

  /// The kind of effect that a shell enters.
  public enum Kind {
    /// Ask again, when the host's turn comes; nothing is entered.
    AGAIN,
    /// Enter the facts and the links found.
    READ,
    /// Enter the facts; the links found before stand.
    KEPT,
    /// Enter the facts: the page has vanished, or still is not there.
    GONE
  }

  /// The page before the result.
  ///
  /// @param facts what is noted of the last read, null before the first
  /// @param attempts how often it was asked in vain, in a row
  /// @param misses how often it was not there, in a row
  /// @param gone whether it is gone
  public record Before(@Nullable ReadFacts facts, int attempts, int misses, boolean gone) {}

  /// The effect on the page.
  ///
  /// @param facts what is noted of the read
  /// @param changed whether a re-read saw another content
  /// @param misses how often it was not there, in a row
  public record Effect(Kind kind, ReadFacts facts, boolean changed, int misses) {}

  private final GonePolicy gone;

  public ResultProcessor(GonePolicy gone) {
    this.gone = gone;
  }

  /// The effect of a result.
  ///
  /// @param now what was found
  /// @param mayPass whether asking again may help
  /// @param same whether it is known from elsewhere that the content is as it was
  public Effect page(ReadFacts now, boolean mayPass, Before before, boolean same) {
    if (mayPass && before.attempts() + 1 < ATTEMPTS) {
      return new Effect(Kind.AGAIN, now, false, before.misses());
    }
    ReadFacts last = before.facts();
    int misses = gone.missesAfter(now.status(), before.misses());
    if (gone.isGone(misses, before.gone())) {
      return new Effect(Kind.GONE, last == null ? now : last.failedBy(now), false, misses);
    }
    if (last == null) {
      return new Effect(Kind.READ, now, false, misses);
    }
    if (isFailure(now.status())) {
      return new Effect(Kind.KEPT, last.failedBy(now), false, misses);
    }
    if (!same && !isSame(now, last)) {
      return new Effect(Kind.READ, now, true, misses);
    }
    // What a page that was gone pointed to is not known any more.
    Kind kind = before.gone() ? Kind.READ : Kind.KEPT;
    return new Effect(kind, last.confirmedBy(now), false, misses);
  }

  private static boolean isSame(ReadFacts now, ReadFacts before) {
    boolean comparable = now.status() == before.status() || isFailure(before.status());
    return now.status() == Statuses.NOT_MODIFIED
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
    return named || (!via.isEmpty() && PageFindings.mayName(via, viaMime));
  }

  /// The answer of a host for pages that do not exist, as far as a page at that depth is judged by
  /// it: what the user names is what it is.
  public static @Nullable SoftNotFound missing(HostState host, int depth) {
    return depth == 0 ? null : host.missing();
  }
}
