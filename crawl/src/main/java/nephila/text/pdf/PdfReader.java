package nephila.text.pdf;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentInformation;
import org.apache.pdfbox.text.PDFTextStripper;

/// The process that reads PDF files: each comes on standard input as a length and so many bytes,
/// and is answered on standard output by title, dates and text. Nothing else is printed there.
public final class PdfReader {
  /// What it says of itself and its pages.
  static final int MOST_PAGES = 2000;

  static final int MOST_CHARS = 2_000_000;

  private PdfReader() {}

  /// Run by [PdfTexts]; not for people.
  public static void main(String... args) throws IOException {
    java.util.logging.LogManager.getLogManager().reset();
    DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
    PrintStream stdout = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out));
    System.setProperty("java.awt.headless", "true");
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(stdout));
    while (true) {
      int length;
      try {
        length = in.readInt();
      } catch (java.io.EOFException e) {
        return;
      }
      answer(in.readNBytes(length), out);
      out.flush();
    }
  }

  private static void answer(byte[] bytes, DataOutputStream out) throws IOException {
    String[] said;
    try {
      said = read(bytes);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      said = new String[] {"", "", "", ""};
    }
    for (String each : said) {
      byte[] text = each.getBytes(StandardCharsets.UTF_8);
      out.writeInt(text.length);
      out.write(text);
    }
  }

  private static String[] read(byte[] bytes) throws IOException {
    try (PDDocument document =
        Loader.loadPDF(bytes, "", null, null, IOUtils.createMemoryOnlyStreamCache())) {
      PDFTextStripper stripper = new PDFTextStripper();
      BoundedText text = new BoundedText(MOST_CHARS);
      stripper.setParagraphEnd("\n\n");
      stripper.setEndPage(MOST_PAGES);
      try {
        stripper.writeText(document, text);
      } catch (BoundedText.Full e) {
        // What was read so far is enough.
      }
      PDDocumentInformation of = document.getDocumentInformation();
      return new String[] {
        orEmpty(of.getTitle()), orEmpty(of.getAuthor()), date(of), text.toString()
      };
    }
  }

  private static String date(PDDocumentInformation of) {
    return of.getCreationDate() == null ? "" : of.getCreationDate().toInstant().toString();
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  /// Takes so many characters and no more.
  private static final class BoundedText extends java.io.Writer {
    private final int most;
    private final StringBuilder text = new StringBuilder();

    /// There is no more room.
    static final class Full extends IOException {
      private static final long serialVersionUID = 1;
    }

    BoundedText(int most) {
      this.most = most;
    }

    @Override
    public void write(char[] from, int offset, int length) throws IOException {
      text.append(from, offset, Math.min(length, most - text.length()));
      if (text.length() >= most) {
        throw new Full();
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
