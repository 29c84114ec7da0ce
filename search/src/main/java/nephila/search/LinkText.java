package nephila.search;

/// A link of a page, by what it calls the page it leads to.
///
/// @param to hash of the URL it leads to
/// @param text what stands there to be clicked on
public record LinkText(long to, String text) {}
