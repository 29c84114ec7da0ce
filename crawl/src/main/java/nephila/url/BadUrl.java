package nephila.url;

/// Why a reference leads nowhere we could go.
public enum BadUrl implements UrlOutcome {
  /// Neither `http` nor `https`: `mailto:`, `javascript:`, `data:` …
  OTHER_SCHEME("only http and https are crawled"),
  /// No host, as in `http:///path`, or a relative reference without a base.
  NO_HOST("there is no host in it"),
  /// A host that no name server could know.
  BAD_HOST("the host is not a valid name or address"),
  /// Not a number from 0 to 65535.
  BAD_PORT("the port is not a number from 0 to 65535"),
  /// Longer than [CanonicalUrl#MAX_LENGTH] characters.
  TOO_LONG("it is longer than " + CanonicalUrl.MAX_LENGTH + " characters");

  private final String rule;

  BadUrl(String rule) {
    this.rule = rule;
  }

  /// The rule that was broken, to be shown to a user.
  public String rule() {
    return rule;
  }
}
