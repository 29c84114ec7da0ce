package nephila.exchange.text;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import nephila.archive.ArchiveFollower;
import nephila.archive.ArchivedPage;
import nephila.archive.CaptureLookup;
import nephila.archive.warc.ArchivePosition;
import nephila.process.Probe;
import nephila.tables.Column;
import nephila.tables.PackedPiece;
import nephila.tables.TableFormat;
import nephila.tables.TableWriter;
import nephila.text.SiteTemplate;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Writes what the pages of a crawl say while it runs, as the archive gets them. The first pages of
/// a host wait until enough of its pages are there to tell what they share, or the crawl ends. A
/// page that is read again and says something else is written again; the last row holds.
///
/// Whole after `kill -9`, see [AppendedFile]: pages that wait are noted with the place. Not
/// thread-safe.
public final class TextFollowing implements Closeable {
  /// Pages of a host that must be there before the first is written.
  private static final int ENOUGH = 8;

  /// Templates are learned again when twice as many pages are there.
  private static final int MOST_WAITING = 2000;

  private static final int HOSTS_KEPT = 500;

  private final Path file;
  private final int chunkWords;
  private final ArchiveFollower archive;
  private final CaptureLookup captures;
  private final Function<List<String>, double[]> importance;
  private final PageTexts texts = new PageTexts();
  private final @Nullable AppendedFile lines;
  private final @Nullable TextFolder folder;
  private final Map<Long, String> digests = new HashMap<>();
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private final Map<String, Host> hosts =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Host> eldest) {
          return size() > HOSTS_KEPT;
        }
      };
  private final ByteArrayOutputStream batch = new ByteArrayOutputStream();
  private long written;
  private @Nullable ArchivePosition upToReplaced;

  private record Waiting(String url, String file, long offset) {}

  /// What is known of a host so far.
  private static final class Host {
    final SiteTemplate.Learner learner = new SiteTemplate.Learner();
    SiteTemplate template = SiteTemplate.NONE;
    int learnedFrom;
  }

  private TextFollowing(
      Path dir, Path file, int chunkWords, Function<List<String>, double[]> importance)
      throws IOException {
    this.file = file;
    this.chunkWords = chunkWords;
    this.archive = new ArchiveFollower(dir);
    this.captures = new CaptureLookup(dir);
    this.importance = importance;
    boolean inFolder = TextFormat.of(file) == TextFormat.FOLDER;
    this.folder = inFolder ? new TextFolder(file) : null;
    Path followed = inFolder ? file.resolve(".nephila-texts") : file;
    this.lines = AppendedFile.open(dir, followed, ".follows");
  }

  /// Begins, or goes on where the last run ended.
  ///
  /// @param importance of pages by their URLs, as it is now
  public static TextFollowing begin(
      Path dir, Path file, int chunkWords, Function<List<String>, double[]> importance)
      throws IOException {
    TextFollowing following = new TextFollowing(dir, file, chunkWords, importance);
    following.resume();
    return following;
  }

  /// Whether a form can be written while a crawl runs.
  public static boolean canFollow(Path file) {
    return TextFormat.of(file) != TextFormat.PARQUET;
  }

  private AppendedFile lines() {
    return java.util.Objects.requireNonNull(lines);
  }

  private void resume() throws IOException {
    for (String line : lines().more().split("\n")) {
      String[] parts = line.split("\t");
      if (parts.length == 3) {
        Waiting each = new Waiting(parts[0], parts[1], Long.parseLong(parts[2]));
        waiting.add(each);
        Optional<ArchivedPage> page = captures.at(each.file, each.offset);
        page.ifPresent(
            its -> {
              if (CanonicalUrl.parse(its.url()) instanceof CanonicalUrl url) {
                teach(url, its);
              }
            });
      }
    }
    if (lines().isFresh() && TextFormat.of(file) == TextFormat.WET) {
      lines().append(PackedPiece.of(file.toString(), WetRecords.info(Instant.EPOCH)));
    }
  }

  private void teach(CanonicalUrl url, ArchivedPage page) {
    Host host = hosts.computeIfAbsent(url.origin(), key -> new Host());
    PageTexts.teach(host.learner, page);
    int pages = host.learner.pages();
    if (pages >= ENOUGH && pages >= 2 * host.learnedFrom) {
      host.template = host.learner.learned();
      host.learnedFrom = pages;
    }
  }

  /// Pages written so far in this run.
  public long written() {
    return written;
  }

  /// Takes in what the archive has got since, and makes it last.
  public void follow() throws IOException {
    follow(false);
  }

  /// The same for all that waits.
  public void finish() throws IOException {
    follow(true);
  }

  /// The file is about to be replaced: a crash from here on until [#adopt] has it written from the
  /// beginning of the archive again.
  public void giveUp() throws IOException {
    upToReplaced = lines().taken();
    lines().forget();
  }

  /// Another has replaced the file by one that has everything taken so far.
  public void adopt() throws IOException {
    if (upToReplaced != null) {
      lines().replaced(upToReplaced, folder == null ? Files.size(file) : 0);
      upToReplaced = null;
    }
  }

  private void follow(boolean all) throws IOException {
    ArchivePosition from = lines().taken();
    ArchivePosition upTo =
        archive.read(
            from,
            page -> {
              if (PageTexts.isText(page)
                  && CanonicalUrl.parse(page.url()) instanceof CanonicalUrl url
                  && !url.pathAndQuery().equals("/robots.txt")
                  && !Probe.is(url)) {
                teach(url, page);
                waiting.add(new Waiting(url.text(), page.file(), page.offset()));
              }
            });
    int before = waiting.size();
    writeReady(all);
    if (upTo.compareTo(from) > 0 || waiting.size() != before) {
      byte[] bytes = batch.toByteArray();
      batch.reset();
      if (bytes.length > 0) {
        lines().append(bytes);
      }
      StringBuilder left = new StringBuilder();
      waiting.forEach(
          each ->
              left.append(each.url)
                  .append('\t')
                  .append(each.file)
                  .append('\t')
                  .append(each.offset)
                  .append('\n'));
      lines().commit(upTo, left.toString());
    }
  }

  private void writeReady(boolean all) throws IOException {
    List<Waiting> left = new ArrayList<>();
    List<Waiting> ready = new ArrayList<>();
    int over = waiting.size() - MOST_WAITING;
    for (Waiting each : waiting) {
      Host host = hosts.get(CanonicalUrl.ofCanonical(each.url).origin());
      boolean now = all || host == null || host.template.pages() > 0 || over-- > 0;
      (now ? ready : left).add(each);
    }
    double[] importances =
        ready.isEmpty()
            ? new double[0]
            : importance.apply(ready.stream().map(Waiting::url).toList());
    List<TextRow> rows = new ArrayList<>();
    for (int i = 0; i < ready.size(); i++) {
      Waiting each = ready.get(i);
      double its = importances[i];
      CanonicalUrl url = CanonicalUrl.ofCanonical(each.url);
      Host host = hosts.get(url.origin());
      SiteTemplate template = host == null ? SiteTemplate.NONE : host.template;
      captures
          .at(each.file, each.offset)
          .flatMap(page -> texts.row(page, url, template, its, 0))
          .filter(row -> !row.digest().equals(digests.put(hash(each), row.digest())))
          .ifPresent(rows::add);
    }
    waiting.clear();
    waiting.addAll(left);
    write(rows);
  }

  private static long hash(Waiting each) {
    return nephila.store.record.UrlHash.of(each.url);
  }

  private void write(List<TextRow> rows) throws IOException {
    if (rows.isEmpty()) {
      return;
    }
    written += rows.size();
    if (folder != null) {
      for (TextRow row : rows) {
        folder.write(row);
      }
      return;
    }
    if (TextFormat.of(file) == TextFormat.WET) {
      for (TextRow row : rows) {
        batch.writeBytes(PackedPiece.of(file.toString(), WetRecords.of(row)));
      }
      return;
    }
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    List<Column> columns = chunkWords > 0 ? TextRow.CHUNK_COLUMNS : TextRow.COLUMNS;
    TableWriter table = TableWriter.to(plain, TableFormat.JSONL, columns);
    for (TextRow row : rows) {
      if (chunkWords > 0) {
        for (@Nullable Object[] cells : row.chunkCells(chunkWords)) {
          table.row(cells);
        }
      } else {
        table.row(row.cells());
      }
    }
    table.finish();
    batch.writeBytes(PackedPiece.of(file.toString(), plain.toByteArray()));
  }

  @Override
  public void close() throws IOException {
    texts.close();
    lines().close();
    if (folder != null) {
      Files.deleteIfExists(file.resolve(".nephila-texts"));
    }
  }
}
