package nephila.lab.simulation;

/// What a URL alone says about a page: how deep it lies, and whether it is the index of a
/// directory.
final class UrlKind {
  static final int KINDS = 8;
  private static final int DEEPEST = 3;

  private UrlKind() {}

  static int of(String url) {
    int start = url.indexOf("://");
    String rest = start < 0 ? url : url.substring(start + 3);
    int depth = (int) rest.chars().filter(c -> c == '/').count();
    boolean index = rest.endsWith("/") || rest.contains("/index.");
    return 2 * Math.min(DEEPEST, depth) + (index ? 1 : 0);
  }

  /// The part of a URL that names its host.
  static String host(String url) {
    int start = url.indexOf("://");
    int from = start < 0 ? 0 : start + 3;
    int end = url.indexOf('/', from);
    return url.substring(from, end < 0 ? url.length() : end);
  }

  /// A URL up to its last slash before any query; its host at least.
  static String directory(String url) {
    int start = url.indexOf("://");
    int from = start < 0 ? 0 : start + 3;
    int query = url.indexOf('?', from);
    int end = url.lastIndexOf('/', query < 0 ? url.length() : query);
    return end < from ? "//" + host(url) : url.substring(from, end);
  }
}
