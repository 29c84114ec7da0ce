package nephila.text.pdf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.zip.DeflaterOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PdfTextsTest {
  private static byte[] pdf(String words) throws Exception {
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage();
      document.addPage(page);
      document.getDocumentInformation().setTitle("A title");
      try (PDPageContentStream out = new PDPageContentStream(document, page)) {
        out.beginText();
        out.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
        out.newLineAtOffset(50, 700);
        out.showText(words);
        out.endText();
      }
      return bytes(document);
    }
  }

  private static byte[] bytes(PDDocument document) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    document.save(out);
    return out.toByteArray();
  }

  /// A content stream that unpacks to far more than the reader's memory.
  private static byte[] bomb() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
      byte[] block = "q 1 0 0 1 0 0 cm Q (words words words) Tj ".repeat(1000).getBytes();
      for (int i = 0; i < 30_000; i++) {
        out.write(block);
      }
    }
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage();
      document.addPage(page);
      PDStream stream = new PDStream(document);
      try (var raw = stream.getCOSObject().createRawOutputStream()) {
        raw.write(packed.toByteArray());
      }
      stream.getCOSObject().setItem("Filter", org.apache.pdfbox.cos.COSName.FLATE_DECODE);
      page.setContents(stream);
      return bytes(document);
    }
  }

  @Test
  @Tag("nightly")
  void aFileThatIsTooMuchIsGivenUpAndTheNextIsRead() throws Exception {
    try (PdfTexts pdfs = new PdfTexts(Duration.ofSeconds(15))) {
      byte[] good = pdf("The river rises in the hills.");
      PdfTexts.PdfText said = pdfs.read(good, 0, good.length).orElseThrow();
      assertEquals("A title", said.title());
      assertEquals("The river rises in the hills.", said.text().strip());
      byte[] bomb = bomb();
      assertTrue(pdfs.read(bomb, 0, bomb.length).isEmpty(), "a bomb says nothing");
      byte[] garbage = "%PDF-1.7 garbage that is none".getBytes();
      assertTrue(pdfs.read(garbage, 0, garbage.length).isEmpty());
      assertTrue(pdfs.read(good, 0, good.length).isPresent(), "the next is read");
    }
  }
}
