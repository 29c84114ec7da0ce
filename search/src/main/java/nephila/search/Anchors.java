package nephila.search;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/// What other pages call a page: the texts of the links to it, kept by the pages they stand on.
///
/// A document a linking page; each of its links is a term, the hash of the page it leads to
/// followed by its text. So the dictionary, which is sorted, holds the texts of a page side by
/// side, each with the number of pages that use it, and no text is ever loaded to find them.
final class Anchors implements Closeable {
  private static final String FROM = "from";
  private static final String TO = "to";
  private static final int HASH_BYTES = 8;
  private static final int LONGEST = 120;
  private static final int MOST_LOOKED_AT = 5000;

  private final Directory directory;
  private final IndexWriter writer;
  private DirectoryReader reader;

  private Anchors(Directory directory, IndexWriter writer) throws IOException {
    this.directory = directory;
    this.writer = writer;
    this.reader = DirectoryReader.open(writer);
  }

  static Anchors open(Path folder) throws IOException {
    Directory directory = FSDirectory.open(folder);
    IndexWriterConfig config = new IndexWriterConfig();
    config.setRAMBufferSizeMB(32);
    return new Anchors(directory, new IndexWriter(directory, config));
  }

  /// Replaces the links of a page.
  void put(long from, List<LinkText> links) throws IOException {
    Document document = new Document();
    document.add(new StringField(FROM, prefix(from), Field.Store.NO));
    for (LinkText link : links) {
      String text = link.text().strip();
      if (!text.isEmpty() && link.to() != from) {
        document.add(new StringField(TO, term(link.to(), text), Field.Store.NO));
      }
    }
    writer.updateDocument(new Term(FROM, prefix(from)), document);
  }

  void remove(long from) throws IOException {
    writer.deleteDocuments(new Term(FROM, prefix(from)));
  }

  /// Makes what was put readable.
  void refresh() throws IOException {
    DirectoryReader newer = DirectoryReader.openIfChanged(reader, writer);
    if (newer != null) {
      reader.close();
      reader = newer;
    }
  }

  /// A text of links to a page, and how many pages use it.
  record Text(String text, int pages) {}

  /// The texts of the links to a page, the most used first, at most so many characters together.
  List<Text> to(long hash, int mostChars) throws IOException {
    Terms terms = MultiTerms.getTerms(reader, TO);
    if (terms == null) {
      return List.of();
    }
    BytesRef prefix = prefix(hash);
    TermsEnum each = terms.iterator();
    List<Text> found = new ArrayList<>();
    if (each.seekCeil(prefix) != TermsEnum.SeekStatus.END) {
      for (BytesRef term = each.term();
          term != null && StringHelper.startsWith(term, prefix) && found.size() < MOST_LOOKED_AT;
          term = each.next()) {
        String text =
            new String(
                term.bytes,
                term.offset + HASH_BYTES,
                term.length - HASH_BYTES,
                StandardCharsets.UTF_8);
        found.add(new Text(text, each.docFreq()));
      }
    }
    found.sort(Comparator.comparingInt(Text::pages).reversed().thenComparing(Text::text));
    List<Text> texts = new ArrayList<>();
    int chars = 0;
    for (Text text : found) {
      chars += text.text().length() + 1;
      if (chars > mostChars) {
        break;
      }
      texts.add(text);
    }
    return texts;
  }

  private static BytesRef prefix(long hash) {
    return new BytesRef(ByteBuffer.allocate(HASH_BYTES).putLong(hash).array());
  }

  private static BytesRef term(long to, String text) {
    String cut = SearchIndex.cut(text, LONGEST);
    byte[] utf8 = cut.getBytes(StandardCharsets.UTF_8);
    return new BytesRef(
        ByteBuffer.allocate(HASH_BYTES + utf8.length).putLong(to).put(utf8).array());
  }

  void commit() throws IOException {
    writer.commit();
  }

  @Override
  public void close() throws IOException {
    try (directory) {
      reader.close();
      SearchIndex.closeOrRollBack(writer);
    }
  }
}
