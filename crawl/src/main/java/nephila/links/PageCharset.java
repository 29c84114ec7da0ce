package nephila.links;

import org.jspecify.annotations.Nullable;

/// Reads the bytes of a page as text, by mark, header, meta element or look.
public final class PageCharset {
  private PageCharset() {}

  /// All of it; bytes that mean nothing become U+FFFD.
  public static String decoded(byte[] bytes, int offset, int length, @Nullable String contentType) {
    PageBytes page = PageBytes.of(bytes, offset, length, contentType);
    return page.decode(page.from, page.to);
  }
}
