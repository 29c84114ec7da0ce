package nephila.notices;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nephila.archive.ArchiveFollower;
import nephila.archive.ArchivedPage;
import nephila.archive.warc.ArchivePosition;
import nephila.config.CrawlConfig;
import nephila.copies.CopyRow;
import nephila.exchange.text.AppendedFile;
import nephila.store.CrawlStore;
import nephila.store.record.UrlHash;
import nephila.view.CrawlStatus;
import org.jspecify.annotations.Nullable;

/// Finds what is to be told of a crawl and writes it to `notices/outbox.jsonl` in the crawl dir,
/// each once: what comes from pages is found in the archive, so that a crash loses and repeats
/// nothing (see [AppendedFile]). Not thread-safe.
public final class NoticeFollowing implements Closeable {
  static final String FOLDER = "notices";
  private static final double NEAR = 0.9;
  private static final double LEAST_DISK_SHARE = 0.03;
  private static final long LEAST_DISK = 1L << 30;

  private final Path dir;
  private final String crawl;
  private final ArchiveFollower archive;
  private final AppendedFile outbox;
  private final ImportanceWatch importance;
  private final @Nullable WatchedPages watched;
  private final Set<String> told = new HashSet<>();
  private final List<Notice> found = new ArrayList<>();
  private final boolean fresh;
  private boolean diskTold;

  private NoticeFollowing(Path dir, double above, @Nullable Path watch) throws IOException {
    this.dir = dir;
    this.crawl = String.valueOf(dir.toAbsolutePath().normalize().getFileName());
    this.archive = new ArchiveFollower(dir);
    this.watched = watch == null ? null : WatchedPages.read(watch);
    this.importance = new ImportanceWatch(above);
    Files.createDirectories(dir.resolve(FOLDER));
    Path file = outbox(dir);
    this.outbox = AppendedFile.open(dir, file, ".follows");
    this.fresh = outbox.isFresh();
    if (watched != null) {
      watched.resume(outbox.more());
    }
    resume(file);
  }

  /// @param above importance from which pages are told
  /// @param watch file of URLs to watch, or null
  public static NoticeFollowing begin(Path dir, double above, @Nullable Path watch)
      throws IOException {
    return new NoticeFollowing(dir, above, watch);
  }

  static Path outbox(Path dir) {
    return dir.resolve(FOLDER).resolve("outbox.jsonl");
  }

  private void resume(Path file) throws IOException {
    for (String line : Files.readAllLines(file)) {
      Map<String, Object> notice = JSON.std.mapFrom(line);
      told.add(String.valueOf(notice.get("id")));
      if (notice.get("importance") instanceof Number number
          && notice.get("url") instanceof String url) {
        importance.known(UrlHash.of(url), number.doubleValue());
      }
    }
  }

  /// Bytes of the outbox that may be delivered.
  public long length() {
    return outbox.length();
  }

  /// Pages that are there before anybody asked are not news. To be called once, on the thread that
  /// owns the store, before the crawl goes on.
  public void knowPages(CrawlStore store) {
    if (fresh) {
      for (int slot = 0; slot < store.pages().size(); slot++) {
        if (!store.pages().isFree(slot) && store.pages().isRead(slot)) {
          importance.known(store.index().hash(slot), store.ledger().importance(slot));
        }
      }
    }
  }

  /// Looks at the importance of pages, on the thread that owns the store.
  public List<Notice> look(CrawlStore store, long nowMillis, boolean atEnd) {
    return importance.look(store, nowMillis, atEnd);
  }

  public void tell(List<Notice> notices) {
    found.addAll(notices);
  }

  /// Tells that little is left of what the crawl may take.
  public void status(CrawlStatus status, CrawlConfig plan, long nowMillis) throws IOException {
    budget("max-pages", status.fetched(), plan.maxPages(), nowMillis);
    budget("max-time", status.elapsedMillis(), plan.maxTime().toMillis(), nowMillis);
    java.nio.file.FileStore disk = Files.getFileStore(dir);
    long free = disk.getUsableSpace();
    boolean little = free < Math.min(LEAST_DISK, disk.getTotalSpace() * LEAST_DISK_SHARE);
    if (little && !diskTold) {
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("freeBytes", free);
      found.add(new Notice(Notice.Kind.DISK, "disk " + nowMillis, nowMillis, "", facts));
    }
    diskTold = little;
  }

  private void budget(String name, long used, long most, long nowMillis) {
    if (most > 0 && used >= NEAR * most) {
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("of", name);
      facts.put("used", used);
      facts.put("most", most);
      found.add(new Notice(Notice.Kind.BUDGET, name + " " + most, nowMillis, "", facts));
    }
  }

  /// Finds copies on a page.
  public interface Copies {
    List<CopyRow> of(ArchivedPage page);
  }

  /// Looks at what the archive has got since, and makes all that was found last.
  public void follow(@Nullable Copies copies) throws IOException {
    ArchivePosition from = outbox.taken();
    ArchivePosition upTo =
        archive.read(
            from,
            page -> {
              if (watched != null) {
                found.addAll(watched.of(page));
              }
              if (copies != null) {
                copies.of(page).forEach(row -> found.add(notice(row)));
              }
            });
    StringBuilder lines = new StringBuilder();
    for (Notice each : found) {
      if (told.add(each.id())) {
        lines.append(each.line(crawl)).append('\n');
      }
    }
    found.clear();
    if (!lines.isEmpty() || upTo.compareTo(from) > 0) {
      outbox.append(lines.toString().getBytes(UTF_8));
      outbox.commit(upTo, watched == null ? "" : watched.toString());
    }
  }

  private static Notice notice(CopyRow row) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("text", row.copy().text());
    facts.put("share", row.copy().share());
    facts.put("words", row.copy().words());
    facts.put("passage", row.copy().passage());
    String key = row.copy().text() + " " + row.url() + " " + row.readMillis();
    return new Notice(Notice.Kind.COPY, key, row.readMillis(), row.url(), facts);
  }

  @Override
  public void close() throws IOException {
    outbox.close();
  }
}
