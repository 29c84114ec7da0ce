package nephila.search;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexOptions;

/// A page as the index holds it: made from its text and what others call it, and read back.
final class PageDocument {
  /// Longer texts are cut here: what comes later is not found.
  static final int LONGEST_TEXT = 400_000;

  static final int LONGEST_LINE = 2_000;

  private static final FieldType STORED_TEXT = new FieldType();

  static {
    STORED_TEXT.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS);
    STORED_TEXT.setStored(true);
    STORED_TEXT.setTokenized(true);
    STORED_TEXT.freeze();
  }

  private static final FieldType WHOLE = new FieldType();

  static {
    WHOLE.setIndexOptions(IndexOptions.DOCS);
    WHOLE.setOmitNorms(true);
    WHOLE.setStored(true);
    WHOLE.setTokenized(true);
    WHOLE.freeze();
  }

  private PageDocument() {}

  private static String anchors(List<Anchors.Text> anchors) {
    return anchors.stream().map(Anchors.Text::text).collect(Collectors.joining("\n"));
  }

  static Document of(IndexedText page, List<Anchors.Text> anchors) {
    Document document = new Document();
    document.add(new StringField(Fields.URL, page.url(), Field.Store.YES));
    document.add(new NumericDocValuesField(Fields.HASH, page.hash()));
    document.add(new StoredField(Fields.HASH, page.hash()));
    document.add(new StoredField(Fields.PLACE, page.place()));
    document.add(new StoredField(Fields.SITE, page.site()));
    for (String site : sites(page)) {
      document.add(new StringField(Fields.SITES, site, Field.Store.NO));
    }
    String type = SearchIndex.cut(page.type().toLowerCase(Locale.ROOT), 100);
    document.add(new StringField(Fields.TYPE, type, Field.Store.YES));
    String subtype = "*/" + type.substring(type.indexOf('/') + 1);
    document.add(new StringField(Fields.TYPE, subtype, Field.Store.NO));
    String language =
        Analyzers.knows(page.language()) ? page.language() : LanguageGuess.of(page.text());
    document.add(new StringField(Fields.LANGUAGE, language, Field.Store.YES));
    long millis = page.read().toEpochMilli();
    document.add(new LongPoint(Fields.READ, millis));
    document.add(new StoredField(Fields.READ, millis));
    String text = SearchIndex.cut(page.text(), LONGEST_TEXT);
    String title = SearchIndex.cut(page.title(), LONGEST_LINE);
    String headings = SearchIndex.cut(page.headings(), LONGEST_LINE * 10);
    document.add(new TextField(Fields.TITLE, title, Field.Store.YES));
    document.add(new TextField(Fields.HEADINGS, headings, Field.Store.YES));
    document.add(new TextField(Fields.ANCHORS, anchors(anchors), Field.Store.NO));
    String names = Names.of(title, anchors);
    document.add(new Field(Fields.NAMES, names, WHOLE));
    document.add(new TextField(Fields.ADDRESS, address(page.url()), Field.Store.NO));
    document.add(new Field(Fields.TEXT, text, STORED_TEXT));
    if (!language.isEmpty()) {
      String stemmed = title + "\n" + headings + "\n" + text;
      document.add(new TextField(Fields.STEM + language, stemmed, Field.Store.NO));
      String lead = Lead.of(title, headings.lines().toList(), text);
      document.add(new TextField(Fields.LEAD + language, lead, Field.Store.NO));
    }
    return document;
  }

  /// The page of a stored document.
  static IndexedText page(Document stored) {
    return new IndexedText(
        stored.get(Fields.URL),
        hash(stored),
        stored.get(Fields.SITE),
        stored.get(Fields.TITLE),
        stored.get(Fields.HEADINGS),
        stored.get(Fields.TEXT),
        stored.get(Fields.LANGUAGE),
        stored.get(Fields.TYPE),
        read(stored),
        stored.get(Fields.PLACE));
  }

  static long hash(Document stored) {
    return stored.getField(Fields.HASH).numericValue().longValue();
  }

  /// When a stored page was read.
  static Instant read(Document stored) {
    return Instant.ofEpochMilli(stored.getField(Fields.READ).numericValue().longValue());
  }

  /// The names by which `site:` finds a page: its site, and every domain above its host.
  private static List<String> sites(IndexedText page) {
    List<String> names = new ArrayList<>();
    names.add(page.site().toLowerCase(Locale.ROOT));
    int start = page.url().indexOf("://");
    if (start >= 0) {
      int end = page.url().indexOf('/', start + 3);
      String authority =
          page.url()
              .substring(start + 3, end < 0 ? page.url().length() : end)
              .toLowerCase(Locale.ROOT);
      names.add(authority);
      String host = authority.replaceFirst(":\\d+$", "");
      for (int dot = 0; dot >= 0 && names.size() < 12; dot = host.indexOf('.')) {
        host = host.substring(dot == 0 ? 0 : dot + 1);
        names.add(host);
      }
    }
    return names.stream().distinct().toList();
  }

  /// The words of a URL: host and path, with punctuation as spaces.
  private static String address(String url) {
    int start = url.indexOf("://");
    String rest = start < 0 ? url : url.substring(start + 3);
    return SearchIndex.cut(rest.replaceAll("[/._?&=%#+-]+", " "), LONGEST_LINE);
  }
}
