package nephila.links;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a reader of an HTML page sees: title, headings, and all its text, white space collapsed.
/// For search, and for telling copies of a page.
public record PageText(String title, List<String> headings, String text) {
  /// The most characters of text kept.
  public static final int MAX_CHARS = 1_000_000;

  /// Reads the text of a page in one pass over its bytes.
  public static PageText of(byte[] bytes, int offset, int length, @Nullable String contentType) {
    PageBytes page = PageBytes.of(bytes, offset, length, contentType);
    TextReader reader = new TextReader(page, MAX_CHARS);
    reader.read(page.from, page.to);
    return new PageText(reader.title(), List.copyOf(reader.headings()), reader.text());
  }

  /// The signature by which copies of this page are known.
  public long signature() {
    return TextSignature.of(text);
  }
}
