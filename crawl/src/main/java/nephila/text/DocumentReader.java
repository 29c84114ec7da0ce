package nephila.text;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import nephila.links.PageCharset;
import nephila.text.pdf.PdfTexts;
import org.jspecify.annotations.Nullable;

/// Reads what a document says, whatever kind it is of: HTML, plain text, PDF. Thread-safe; PDF
/// files are read one at a time.
public final class DocumentReader implements Closeable {
  private static final int MOST_BYTES = 4 << 20;

  private final PdfTexts pdfs = new PdfTexts();

  /// Whether documents of that media type say anything that can be read.
  public static boolean reads(String mime) {
    return isHtml(mime) || mime.equals("text/plain") || isPdf(mime);
  }

  /// Whether it is a page whose host may have a template.
  public static boolean isHtml(String mime) {
    return mime.equals("text/html") || mime.equals("application/xhtml+xml");
  }

  /// Whether it is a PDF file.
  public static boolean isPdf(String mime) {
    return mime.equals("application/pdf") || mime.equals("application/x-pdf");
  }

  /// Empty where nothing can be read of it.
  public Optional<PageContent> read(
      byte[] bytes,
      int offset,
      int length,
      String mime,
      @Nullable String contentType,
      String url,
      SiteTemplate template) {
    if (isHtml(mime)) {
      return Optional.of(ContentReader.read(bytes, offset, length, contentType, url, template));
    }
    if (isPdf(mime)) {
      return pdfs.read(bytes, offset, length).map(DocumentReader::content);
    }
    if (!mime.equals("text/plain")) {
      return Optional.empty();
    }
    String text = PageCharset.decoded(bytes, offset, Math.min(length, MOST_BYTES), contentType);
    return text.isBlank() ? Optional.empty() : Optional.of(plain("", "", "", text));
  }

  private static PageContent content(PdfTexts.PdfText pdf) {
    return plain(
        CleanText.line(pdf.title()), CleanText.line(pdf.author()), pdf.created(), pdf.text());
  }

  private static PageContent plain(String title, String author, String published, String text) {
    String clean = CleanText.of(text.replace("\r\n", "\n").replace('\r', '\n')).strip();
    List<String> paragraphs = new ArrayList<>();
    for (String paragraph : clean.split("\n[ \t]*\n\\s*")) {
      paragraphs.add(MarkdownText.escaped(paragraph.strip()));
    }
    PageContent.Section all =
        new PageContent.Section(0, "", String.join("\n\n", paragraphs), clean);
    return new PageContent(
        title,
        null,
        "",
        "",
        author,
        published,
        "",
        List.of(all),
        List.of(),
        Map.of(),
        List.of(),
        "",
        "");
  }

  @Override
  public void close() {
    pdfs.close();
  }
}
