package nephila.url;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a page is thought to be before it is read: the media type that the ending of its path
/// stands for.
public final class TypeGuess {
  private static final String HTML = "text/html";

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", HTML),
          Map.entry("htm", HTML),
          Map.entry("php", HTML),
          Map.entry("asp", HTML),
          Map.entry("aspx", HTML),
          Map.entry("jsp", HTML),
          Map.entry("xhtml", "application/xhtml+xml"),
          Map.entry("xml", "application/xml"),
          Map.entry("rdf", "application/rdf+xml"),
          Map.entry("rss", "application/rss+xml"),
          Map.entry("atom", "application/atom+xml"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("json", "application/json"),
          Map.entry("jsonld", "application/ld+json"),
          Map.entry("csv", "text/csv"),
          Map.entry("txt", "text/plain"),
          Map.entry("md", "text/markdown"),
          Map.entry("css", "text/css"),
          Map.entry("js", "text/javascript"),
          Map.entry("pdf", "application/pdf"),
          Map.entry("epub", "application/epub+zip"),
          Map.entry("zip", "application/zip"),
          Map.entry("gz", "application/gzip"),
          Map.entry("png", "image/png"),
          Map.entry("gif", "image/gif"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("jpeg", "image/jpeg"),
          Map.entry("webp", "image/webp"),
          Map.entry("mp3", "audio/mpeg"),
          Map.entry("mp4", "video/mp4"));

  private TypeGuess() {}

  /// The type, or null where the path says nothing.
  public static @Nullable String of(CanonicalUrl url) {
    String path = url.path();
    int dot = path.lastIndexOf('.');
    if (dot <= path.lastIndexOf('/')) {
      return null;
    }
    return TYPES.get(path.substring(dot + 1).toLowerCase(Locale.ROOT));
  }
}
