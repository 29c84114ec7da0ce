package nephila.url;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import nephila.UserError;

/// Which pages belong to a crawl. A page is in scope when it lies where the [Kind] says, seen from
/// any seed, matches an include pattern if there are any, and matches no exclude pattern. The seeds
/// themselves are always in scope. `http` and `https` are the same place.
///
/// Patterns are [UserPattern]s, found anywhere in the URL. Immutable and thread-safe.
public final class Scope {
  /// How far from the seeds a crawl may go, in the words of Browsertrix.
  public enum Kind {
    /// The seeds and nothing else.
    PAGE,
    /// Whatever lies in a seed's folder or below.
    PREFIX,
    /// A seed's host and port.
    HOST,
    /// A seed's registered domain with all its hosts.
    DOMAIN,
    /// The web.
    ANY
  }

  /// What the scope says of a URL, and so why it is not followed.
  public enum Verdict {
    IN,
    /// Not where the kind of scope says.
    OUTSIDE,
    /// No include pattern matches.
    NOT_INCLUDED,
    /// An exclude pattern matches.
    EXCLUDED
  }

  private final Kind kind;
  private final Set<String> seeds = new HashSet<>();
  private final Set<String> places = new HashSet<>();
  private final List<String> prefixes;
  private final List<UserPattern> include;
  private final List<UserPattern> exclude;

  private Scope(
      Kind kind, List<CanonicalUrl> seeds, List<UserPattern> include, List<UserPattern> exclude) {
    this.kind = kind;
    this.include = include;
    this.exclude = exclude;
    for (CanonicalUrl seed : seeds) {
      this.seeds.add(seed.text());
      places.add(place(seed));
    }
    prefixes = seeds.stream().map(Scope::folder).distinct().toList();
  }

  /// @throws UserError when a pattern is none
  public static Scope of(
      Kind kind, List<CanonicalUrl> seeds, List<String> include, List<String> exclude) {
    return new Scope(kind, seeds, patterns("--include", include), patterns("--exclude", exclude));
  }

  public static Scope of(Kind kind, List<CanonicalUrl> seeds) {
    return of(kind, seeds, List.of(), List.of());
  }

  public boolean contains(CanonicalUrl url) {
    return verdict(url) == Verdict.IN;
  }

  public Verdict verdict(CanonicalUrl url) {
    return seeds.contains(url.text()) ? Verdict.IN : ruled(url);
  }

  /// Whether the page is one of those that kind and patterns describe. A seed that they do not
  /// describe is a way in and no more; with [Kind#PAGE] the seeds are the place.
  public boolean describes(CanonicalUrl url) {
    return ruled(url) == Verdict.IN;
  }

  private Verdict ruled(CanonicalUrl url) {
    if (!inPlace(url)) {
      return Verdict.OUTSIDE;
    }
    if (!include.isEmpty() && !anyMatches(include, url)) {
      return Verdict.NOT_INCLUDED;
    }
    return anyMatches(exclude, url) ? Verdict.EXCLUDED : Verdict.IN;
  }

  /// Whether a document at that address may list pages of the crawl, as a sitemap does: its host
  /// may have pages in scope and no exclude pattern matches. It need not be in a seed's folder or
  /// match an include pattern, which speak of the pages it lists.
  public boolean mayList(CanonicalUrl url) {
    boolean host = kind == Kind.ANY || (kind != Kind.PAGE && places.contains(place(url)));
    return host && !anyMatches(exclude, url);
  }

  /// Whether an exclude pattern matches.
  public boolean excludes(CanonicalUrl url) {
    return anyMatches(exclude, url);
  }

  private boolean inPlace(CanonicalUrl url) {
    return switch (kind) {
      case PAGE -> seeds.contains(url.text());
      case PREFIX -> inFolder(url);
      case HOST, DOMAIN -> places.contains(place(url));
      case ANY -> true;
    };
  }

  private boolean inFolder(CanonicalUrl url) {
    String place = url.authority() + url.pathAndQuery();
    for (String prefix : prefixes) {
      if (place.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private String place(CanonicalUrl url) {
    return kind == Kind.DOMAIN ? url.site() : url.authority();
  }

  private static String folder(CanonicalUrl seed) {
    String path = seed.path();
    return seed.authority() + path.substring(0, path.lastIndexOf('/') + 1);
  }

  private static boolean anyMatches(List<UserPattern> patterns, CanonicalUrl url) {
    for (UserPattern pattern : patterns) {
      if (pattern.isIn(url.text())) {
        return true;
      }
    }
    return false;
  }

  private static List<UserPattern> patterns(String option, List<String> written) {
    return written.stream().map(pattern -> UserPattern.compile(option, pattern, false)).toList();
  }
}
