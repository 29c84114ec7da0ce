package nephila.search;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import nephila.UserError;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.search.similarities.PerFieldSimilarityWrapper;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

/// The full-text index of a crawl, in a folder of its own: `pages/` and `anchors/`.
///
/// Pages and the links on them are added or replaced by their URL; [#refresh] makes them findable,
/// [#commit] makes them last. A page is put with what its links are called so far;
/// [#takeNewAnchors] brings those up to date that were put before they were linked to. Importance
/// is given apart ([#importance]) and counts from the next query on.
///
/// Thread-safety: any number of threads may search while one thread writes. Cost: the text of a
/// page is stored compressed, about as large as its gzip, plus postings with offsets for snippets.
public final class SearchIndex implements Closeable {
  private static final float LENGTH_COUNTS = 0.35f;

  private final Analyzers analyzers = new Analyzers();
  private final Directory directory;
  private final @Nullable IndexWriter writer;
  private final @Nullable Anchors anchors;
  private final SearcherManager searchers;
  private final RecentResults recent = new RecentResults();
  private volatile Importance importance = Importance.EQUAL;

  private SearchIndex(Directory directory, @Nullable IndexWriter writer, @Nullable Anchors anchors)
      throws IOException {
    this.directory = directory;
    this.writer = writer;
    this.anchors = anchors;
    this.searchers =
        writer == null
            ? new SearcherManager(directory, new Searchers())
            : new SearcherManager(writer, new Searchers());
  }

  /// Opens the index in `folder` for reading and writing, making it where there is none.
  public static SearchIndex open(Path folder) throws IOException {
    LuceneLogSilencer.lucene();
    Directory directory = FSDirectory.open(folder.resolve("pages"));
    IndexWriterConfig config = new IndexWriterConfig(new Analyzers());
    config.setRAMBufferSizeMB(64);
    try {
      IndexWriter writer = new IndexWriter(directory, config);
      try {
        return new SearchIndex(directory, writer, Anchors.open(folder.resolve("anchors")));
      } catch (IOException | RuntimeException e) {
        writer.rollback();
        throw e;
      }
    } catch (LockObtainFailedException e) {
      directory.close();
      throw new UserError(
          folder + " is in use by another process; a crawl that runs keeps its index itself", e);
    } catch (CorruptIndexException | NoSuchFileException | EOFException e) {
      directory.close();
      throw IndexDamage.error(folder, e);
    }
  }

  /// Opens the index in `folder` for reading, or nothing where there is none; makes no folder.
  public static Optional<SearchIndex> openToRead(Path folder) throws IOException {
    LuceneLogSilencer.lucene();
    Path pages = folder.resolve("pages");
    if (!Files.isDirectory(pages)) {
      return Optional.empty();
    }
    Directory directory = FSDirectory.open(pages);
    if (!DirectoryReader.indexExists(directory)) {
      directory.close();
      return Optional.empty();
    }
    try {
      return Optional.of(new SearchIndex(directory, null, null));
    } catch (CorruptIndexException | NoSuchFileException | EOFException e) {
      directory.close();
      throw IndexDamage.error(folder, e);
    }
  }

  /// Adds the page, or replaces what the index held of it.
  public void put(IndexedText page) throws IOException {
    writer().updateDocument(new Term(Fields.URL, page.url()), document(page));
  }

  /// Replaces the links on a page, known by the hash of its URL.
  public void putLinks(long from, List<LinkText> links) throws IOException {
    anchors().put(from, links);
  }

  public void remove(String url, long hash) throws IOException {
    writer().deleteDocuments(new Term(Fields.URL, url));
    anchors().remove(hash);
  }

  /// Removes every page that is not one of these.
  public void keepOnly(Set<String> urls) throws IOException {
    refresh();
    IndexSearcher searcher = searchers.acquire();
    try {
      for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
        Bits live = leaf.reader().getLiveDocs();
        StoredFields stored = leaf.reader().storedFields();
        for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
          if (live == null || live.get(doc)) {
            String url = stored.document(doc, Set.of(Fields.URL)).get(Fields.URL);
            if (!urls.contains(url)) {
              writer().deleteDocuments(new Term(Fields.URL, url));
            }
          }
        }
      }
    } finally {
      searchers.release(searcher);
    }
    refresh();
  }

  /// How important the pages are, from the next query on.
  public void importance(Importance now) {
    importance = now;
  }

  /// Whether [SearchRanking#GLOBAL] is one of its own.
  public boolean knowsGlobal() {
    return importance.knowsGlobal();
  }

  /// Makes links that were put count for the pages put from now on.
  public void refreshLinks() throws IOException {
    anchors().refresh();
  }

  /// Makes what was put findable.
  public void refresh() throws IOException {
    searchers.maybeRefreshBlocking();
  }

  /// Makes what was put last, with notes for [#note].
  public void commit(Map<String, String> notes) throws IOException {
    anchors().commit();
    writer().setLiveCommitData(notes.entrySet());
    writer().commit();
    refresh();
  }

  /// A note of the last commit.
  public Optional<String> note(String name) {
    Map<String, String> notes = new HashMap<>();
    Iterable<Map.Entry<String, String>> data = writer().getLiveCommitData();
    if (data != null) {
      data.forEach(entry -> notes.put(entry.getKey(), entry.getValue()));
    }
    return Optional.ofNullable(notes.get(name));
  }

  /// Puts those pages again that other pages have come to call by other names than when they were
  /// put; returns how many. Looks at every page.
  public int takeNewAnchors() throws IOException {
    refreshLinks();
    refresh();
    int taken = 0;
    IndexSearcher searcher = searchers.acquire();
    try {
      for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
        Bits live = leaf.reader().getLiveDocs();
        StoredFields stored = leaf.reader().storedFields();
        for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
          if (live == null || live.get(doc)) {
            taken += takeNewAnchors(stored.document(doc)) ? 1 : 0;
          }
        }
      }
    } finally {
      searchers.release(searcher);
    }
    return taken;
  }

  private boolean takeNewAnchors(Document stored) throws IOException {
    String names = Names.of(stored.get(Fields.TITLE), anchors(PageDocument.hash(stored)));
    if (names.equals(stored.get(Fields.NAMES))) {
      return false;
    }
    put(PageDocument.page(stored));
    return true;
  }

  private Document document(IndexedText page) throws IOException {
    return PageDocument.of(page, anchors(page.hash()));
  }

  private List<Anchors.Text> anchors(long hash) throws IOException {
    return anchors().to(hash, PageDocument.LONGEST_LINE);
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
      Importance now = importance;
      return recent.of(
          searcher,
          now,
          query,
          options,
          () -> new Search(searcher, analyzers, now).run(query, options));
    } catch (IndexOutOfBoundsException | IllegalStateException | IllegalArgumentException e) {
      throw damaged(e);
    } finally {
      searchers.release(searcher);
    }
  }

  /// Lucene proves most of its files only when it is asked to: a search may come upon what is
  /// damaged.
  private RuntimeException damaged(RuntimeException e) {
    Path pages = directory instanceof FSDirectory files ? files.getDirectory() : null;
    Path folder = pages == null ? null : pages.getParent();
    return folder == null ? e : IndexDamage.behind(folder, e);
  }

  /// Why the page has its score under the query, where it matches.
  public Optional<Why> explain(SearchQuery query, SearchOptions options, String url)
      throws IOException {
    IndexSearcher searcher = searchers.acquire();
    try {
      int doc = find(searcher, url);
      return doc < 0
          ? Optional.empty()
          : Optional.of(new Search(searcher, analyzers, importance).explain(query, options, doc));
    } finally {
      searchers.release(searcher);
    }
  }

  /// Where the archived copy of a page is, as it was put.
  public Optional<String> place(String url) throws IOException {
    IndexSearcher searcher = searchers.acquire();
    try {
      int doc = find(searcher, url);
      return doc < 0
          ? Optional.empty()
          : Optional.of(searcher.storedFields().document(doc).get(Fields.PLACE));
    } finally {
      searchers.release(searcher);
    }
  }

  private static int find(IndexSearcher searcher, String url) throws IOException {
    TopDocs found = searcher.search(new TermQuery(new Term(Fields.URL, url)), 1);
    return found.scoreDocs.length == 0 ? -1 : found.scoreDocs[0].doc;
  }

  @Override
  public void close() throws IOException {
    try (analyzers;
        directory;
        Closeable words = anchors) {
      searchers.close();
      if (writer != null) {
        closeOrRollBack(writer);
      }
    }
  }

  /// Closes a writer. One that cannot keep its changes gives them up, and its lock with them.
  static void closeOrRollBack(IndexWriter writer) throws IOException {
    try {
      writer.close();
    } catch (IOException | RuntimeException e) {
      writer.rollback();
      throw e;
    }
  }

  /// Long pages are not worse than short ones: the length of a page counts for less than usual. In
  /// its beginning it counts as usual.
  private static final class Searchers extends SearcherFactory {
    @Override
    public IndexSearcher newSearcher(IndexReader reader, @Nullable IndexReader before) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setSimilarity(
          new PerFieldSimilarityWrapper() {
            private final Similarity usual = new BM25Similarity(1.2f, LENGTH_COUNTS);
            private final Similarity lead = new BM25Similarity(1.2f, 0.75f);

            @Override
            public Similarity get(String field) {
              return field.startsWith(Fields.LEAD) ? lead : usual;
            }
          });
      return searcher;
    }
  }

  private IndexWriter writer() {
    return opened(writer);
  }

  private Anchors anchors() {
    return opened(anchors);
  }

  private static <T> T opened(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("the index was opened to be read");
    }
    return part;
  }

  static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end);
  }
}
