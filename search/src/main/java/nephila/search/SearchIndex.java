package nephila.search;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;

/// The full-text index of a crawl, in a folder of its own.
///
/// Pages are added or replaced by their URL; [#refresh] makes them findable, [#commit] makes them
/// last. Importance can be set anew without indexing the text again.
///
/// Thread-safety: any number of threads may search while one thread writes. Cost: the text of a
/// page is stored compressed, about as large as its gzip, plus postings with offsets for snippets.
public final class SearchIndex implements Closeable {
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

  private final Analyzers analyzers = new Analyzers();
  private final Directory directory;
  private final @Nullable IndexWriter writer;
  private final SearcherManager searchers;

  private SearchIndex(Directory directory, @Nullable IndexWriter writer) throws IOException {
    this.directory = directory;
    this.writer = writer;
    this.searchers =
        writer == null ? new SearcherManager(directory, null) : new SearcherManager(writer, null);
  }

  /// Opens the index in `folder` for reading and writing, making it where there is none.
  public static SearchIndex open(Path folder) throws IOException {
    Directory directory = FSDirectory.open(folder);
    IndexWriterConfig config = new IndexWriterConfig(new Analyzers());
    config.setRAMBufferSizeMB(64);
    return new SearchIndex(directory, new IndexWriter(directory, config));
  }

  /// Opens the index in `folder` for reading, or nothing where there is none.
  public static Optional<SearchIndex> openToRead(Path folder) throws IOException {
    Directory directory = FSDirectory.open(folder);
    if (!DirectoryReader.indexExists(directory)) {
      directory.close();
      return Optional.empty();
    }
    return Optional.of(new SearchIndex(directory, null));
  }

  /// Adds the page, or replaces what the index held of it.
  public void put(PageText page) throws IOException {
    writer().updateDocument(new Term(Fields.URL, page.url()), document(page));
  }

  public void remove(String url) throws IOException {
    writer().deleteDocuments(new Term(Fields.URL, url));
  }

  /// Sets the importance of a page relative to the mean page, without touching its text.
  public void importance(String url, double relative) throws IOException {
    writer()
        .updateNumericDocValue(
            new Term(Fields.URL, url), Fields.IMPORTANCE, Double.doubleToLongBits(relative));
  }

  /// Sets the global importance that a community run gave, relative to the mean page.
  public void globalImportance(String url, double relative) throws IOException {
    writer()
        .updateNumericDocValue(
            new Term(Fields.URL, url), Fields.GLOBAL, Double.doubleToLongBits(relative));
  }

  /// Makes what was put findable.
  public void refresh() throws IOException {
    searchers.maybeRefreshBlocking();
  }

  /// Makes what was put last.
  public void commit() throws IOException {
    writer().commit();
    refresh();
  }

  public int pages() throws IOException {
    IndexSearcher searcher = searchers.acquire();
    try {
      return searcher.getIndexReader().numDocs();
    } finally {
      searchers.release(searcher);
    }
  }

  public SearchResults search(SearchQuery query, SearchOptions options) throws IOException {
    IndexSearcher searcher = searchers.acquire();
    try {
      return new Search(searcher, analyzers).run(query, options);
    } finally {
      searchers.release(searcher);
    }
  }

  /// Why the page has its score under the query, where it matches.
  public Optional<Why> explain(SearchQuery query, SearchOptions options, String url)
      throws IOException {
    IndexSearcher searcher = searchers.acquire();
    try {
      TopDocs found = searcher.search(new TermQuery(new Term(Fields.URL, url)), 1);
      return found.scoreDocs.length == 0
          ? Optional.empty()
          : Optional.of(
              new Search(searcher, analyzers).explain(query, options, found.scoreDocs[0].doc));
    } finally {
      searchers.release(searcher);
    }
  }

  @Override
  public void close() throws IOException {
    searchers.close();
    if (writer != null) {
      writer.close();
    }
    directory.close();
    analyzers.close();
  }

  private IndexWriter writer() {
    if (writer == null) {
      throw new IllegalStateException("the index was opened to be read");
    }
    return writer;
  }

  private static Document document(PageText page) {
    Document document = new Document();
    document.add(new StringField(Fields.URL, page.url(), Field.Store.YES));
    List<String> sites = sites(page);
    document.add(new StoredField(Fields.SITE, page.site()));
    sites.forEach(site -> document.add(new StringField(Fields.SITES, site, Field.Store.NO)));
    String type = page.type().toLowerCase(Locale.ROOT);
    document.add(new StringField(Fields.TYPE, cut(type, 100), Field.Store.YES));
    document.add(
        new StringField(
            Fields.TYPE, "*/" + cut(type.substring(type.indexOf('/') + 1), 100), Field.Store.NO));
    String language = Analyzers.knows(page.language()) ? page.language() : "";
    document.add(new StringField(Fields.LANGUAGE, language, Field.Store.YES));
    long millis = page.read().toEpochMilli();
    document.add(new LongPoint(Fields.READ, millis));
    document.add(new StoredField(Fields.READ, millis));
    document.add(
        new NumericDocValuesField(Fields.IMPORTANCE, Double.doubleToLongBits(page.importance())));
    document.add(new NumericDocValuesField(Fields.GLOBAL, Double.doubleToLongBits(0)));
    String text = cut(page.text(), LONGEST_TEXT);
    String title = cut(page.title(), LONGEST_LINE);
    String headings = cut(page.headings(), LONGEST_LINE * 10);
    document.add(new TextField(Fields.TITLE, title, Field.Store.YES));
    document.add(new TextField(Fields.HEADINGS, headings, Field.Store.NO));
    document.add(
        new TextField(
            Fields.ANCHORS, cut(String.join("\n", page.anchors()), LONGEST_LINE), Field.Store.NO));
    document.add(new TextField(Fields.ADDRESS, address(page.url()), Field.Store.NO));
    document.add(new Field(Fields.TEXT, text, STORED_TEXT));
    if (!language.isEmpty()) {
      String stemmed = title + "\n" + headings + "\n" + text;
      document.add(new TextField(Fields.STEM + language, stemmed, Field.Store.NO));
    }
    return document;
  }

  /// The names by which `site:` finds a page: its site, and every domain above its host.
  private static List<String> sites(PageText page) {
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
    return cut(rest.replaceAll("[/._?&=%#+-]+", " "), LONGEST_LINE);
  }

  private static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end);
  }

  /// When a stored page was read.
  static Instant read(Document stored) {
    return Instant.ofEpochMilli(stored.getField(Fields.READ).numericValue().longValue());
  }
}
