package nephila.indexing;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import nephila.Progress;
import nephila.archive.ArchiveFollower;
import nephila.archive.ArchivedPage;
import nephila.archive.Archives;
import nephila.archive.warc.ArchivePosition;
import nephila.communitycrawl.CommunityPages;
import nephila.search.SearchIndex;
import nephila.store.record.UrlHash;
import org.jspecify.annotations.Nullable;

/// Brings the index of a folder up to date with archives.
///
/// Of a community run (`community.tsv`) only the members are taken in; pages around it count by
/// what their links say alone. Where the members are others than at the last commit, the index
/// follows.
///
/// - I1 the index is committed together with the place in the archive up to which it has taken
///   everything in: what a crash cost is taken in again, nothing is left out.
///
/// What is new is read twice: first the links, so that pages are put with what others call them,
/// then the texts. Pages that were put before somebody linked to them are put again by [#finish].
/// Not thread-safe, but for [#index].
public final class Indexer implements Closeable {
  /// Where a crawl dir keeps its index.
  static final String FOLDER = "index";

  /// The list of archives of others that are in the index.
  static final String SOURCES = "sources.txt";

  private static final String PLACE = "archive";
  private static final String MEMBERS = "members";

  private final Path folder;
  private final SearchIndex index;
  private final ArchiveFollower archive;
  private final PageReading reading = new PageReading();
  private final Progress progress;
  private final @Nullable Set<String> members;
  private final String membersKey;
  private ArchivePosition taken;
  private long linking;
  private long pages;

  private Indexer(Path dir, SearchIndex index, Progress progress) throws IOException {
    this.members = CommunityPages.in(dir).map(CommunityPages::members).orElse(null);
    this.membersKey = key(members);
    this.progress = progress;
    this.folder = dir.resolve(FOLDER);
    this.index = index;
    this.archive = new ArchiveFollower(dir);
    this.taken = index.note(PLACE).map(ArchivePosition::parse).orElse(ArchivePosition.START);
    if (!index.note(MEMBERS).orElse("").equals(membersKey)) {
      if (members != null) {
        index.keepOnly(members);
      }
      this.taken = ArchivePosition.START;
    }
  }

  /// Tells sets of members apart.
  private static String key(@Nullable Set<String> members) {
    if (members == null) {
      return "";
    }
    long sum = 0;
    for (String url : members) {
      sum += UrlHash.of(url) * 0x9E3779B97F4A7C15L;
    }
    return members.size() + "-" + Long.toHexString(sum);
  }

  /// Opens the index of a crawl dir, making it where there is none.
  public static Indexer open(Path dir, Progress progress) throws IOException {
    Files.createDirectories(dir.resolve(FOLDER));
    SearchIndex index = SearchIndex.open(dir.resolve(FOLDER));
    try {
      return new Indexer(dir, index, progress);
    } catch (IOException | RuntimeException e) {
      index.close();
      throw e;
    }
  }

  /// The folder of the index of a crawl dir.
  public static Path folder(Path dir) {
    return dir.resolve(FOLDER);
  }

  public SearchIndex index() {
    return index;
  }

  /// Pages taken in since it was opened.
  public long pages() {
    return pages;
  }

  /// Takes in what the crawl's own archive has and the index has not, and makes it findable.
  public void follow() throws IOException {
    ArchivePosition from = taken;
    ArchivePosition until = archive.read(from, sink(this::putLinks));
    if (until.compareTo(from) > 0) {
      index.refreshLinks();
      archive.read(from, until, sink(this::putText));
      taken = until;
      index.refresh();
    }
  }

  /// Takes in an archive of somebody else's: a WARC or ARC file, a folder of them, a WACZ.
  public void add(Path source) throws IOException {
    Archives.pages(source, sink(this::putLinks));
    index.refreshLinks();
    Archives.pages(source, sink(this::putText));
    Files.writeString(
        folder.resolve(SOURCES),
        source.toAbsolutePath().normalize() + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /// Makes what was taken in last.
  public void commit() throws IOException {
    index.commit(Map.of(PLACE, taken.toString(), MEMBERS, membersKey));
  }

  /// Gives pages the names that others have come to call them by; then commits.
  public void finish() throws IOException {
    index.takeNewAnchors();
    commit();
  }

  private void putLinks(ArchivedPage archived) throws IOException {
    PageReading.Page page = reading.links(archived);
    if (page != null) {
      index.putLinks(page.hash(), page.links());
      progress.at("links read, pages", ++linking, -1);
    }
  }

  private void putText(ArchivedPage archived) throws IOException {
    PageReading.Page page = reading.links(archived);
    if (page == null) {
      return;
    }
    if (page.wanted() && (members == null || members.contains(page.url().text()))) {
      index.put(reading.text(page, archived));
      progress.at("texts read, pages", ++pages, linking);
    } else {
      index.remove(page.url().text(), page.hash());
    }
  }

  private interface Sink {
    void take(ArchivedPage page) throws IOException;
  }

  private static Consumer<ArchivedPage> sink(Sink sink) {
    return page -> {
      try {
        sink.take(page);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  /// The archives of others that an index was made from.
  public static List<Path> sources(Path dir) throws IOException {
    Path list = dir.resolve(FOLDER).resolve(SOURCES);
    return Files.exists(list)
        ? Files.readAllLines(list).stream().distinct().map(Path::of).toList()
        : List.of();
  }

  @Override
  public void close() throws IOException {
    reading.close();
    index.close();
  }
}
