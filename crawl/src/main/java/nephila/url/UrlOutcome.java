package nephila.url;

/// What became of a reference found on a page: the URL it means, or why it means none.
///
/// A link that cannot be followed is no error but a fact about the page, so it is a value: `switch
/// (outcome) { case CanonicalUrl url -> …; case BadUrl why -> …; }`.
public sealed interface UrlOutcome permits CanonicalUrl, BadUrl {}
