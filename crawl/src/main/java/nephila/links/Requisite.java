package nephila.links;

import nephila.url.CanonicalUrl;

/// What a document is shown with: a picture, a style sheet, a script, a font, a frame …
///
/// @param url as a browser asks for it ([CanonicalUrl#resolveAsAsked])
public record Requisite(CanonicalUrl url, Kind kind) {
  /// What is looked for in it when it has come.
  public enum Kind {
    /// Nothing: pictures, fonts, scripts, media.
    RESOURCE,
    /// Further style sheets, pictures, fonts.
    STYLE,
    /// Whatever a document is shown with: frames and embedded objects.
    DOCUMENT,
    /// Icons: the manifest of a web application.
    MANIFEST,
    /// Nothing: the sign of a page in lists.
    ICON
  }
}
