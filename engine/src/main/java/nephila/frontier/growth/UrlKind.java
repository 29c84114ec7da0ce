package nephila.frontier.growth;

/// What a URL alone says about a page: how deep it lies, and whether it is the index of a
/// directory.
public final class UrlKind {
  /// Kinds are `0 … KINDS − 1`.
  public static final int KINDS = 8;

  private static final int DEEPEST = 3;

  private UrlKind() {}

  /// The kind of the page.
  public static int of(String url) {
    int start = url.indexOf("://");
    return ofPath(start < 0 ? url : url.substring(start + 3));
  }

  /// The same of a URL without its scheme, and with or without its host.
  public static int ofPath(String path) {
    int depth = (int) path.chars().filter(c -> c == '/').count();
    boolean index = path.endsWith("/") || path.contains("/index.");
    return 2 * Math.min(DEEPEST, depth) + (index ? 1 : 0);
  }

  /// The part of a URL that names its host.
  public static String host(String url) {
    int start = url.indexOf("://");
    int from = start < 0 ? 0 : start + 3;
    int end = url.indexOf('/', from);
    return url.substring(from, end < 0 ? url.length() : end);
  }

  /// A URL up to its last slash before any query; its host at least.
  public static String directory(String url) {
    int start = url.indexOf("://");
    int from = start < 0 ? 0 : start + 3;
    int query = url.indexOf('?', from);
    int end = url.lastIndexOf('/', query < 0 ? url.length() : query);
    return end < from ? "//" + host(url) : url.substring(from, end);
  }
}
