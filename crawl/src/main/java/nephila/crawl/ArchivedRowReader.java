package nephila.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import nephila.archive.warc.ExchangeReader;
import nephila.archive.warc.Notes;
import nephila.archive.warc.WarcFile;
import nephila.config.CrawlConfig;
import nephila.process.PageFindings;
import nephila.process.UrlFilter;
import nephila.store.ArchivedRows;
import nephila.store.record.RowPrint.ArchivedCopy;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Reads what a page pointed to from its copy in the archive of a crawl dir, as the crawl read it
/// then. Costs about what unpacking and parsing the page does. Thread-safe.
public final class ArchivedRowReader implements ArchivedRows {
  private final Path archive;
  private final PageReader reader;
  private TreeMap<Integer, Path> files = new TreeMap<>();

  ArchivedRowReader(Path dir, PageReader reader) {
    this.archive = dir.resolve("archive");
    this.reader = reader;
  }

  /// By the rules of a plan.
  public static ArchivedRowReader of(Path dir, CrawlConfig plan, java.time.Clock clock) {
    return new ArchivedRowReader(dir, new PageReader(new UrlFilter(plan, clock)));
  }

  @Override
  public @Nullable List<String> of(String url, ArchivedCopy copy) {
    try {
      Path file = file(copy.serial());
      if (file == null) {
        return null;
      }
      try (ExchangeReader records = new ExchangeReader(file, copy.offset())) {
        ExchangeReader.Group group = records.next();
        return group == null || !group.exchange().url().equals(url)
            ? null
            : findings(group).urls().stream().map(CanonicalUrl::text).toList();
      }
    } catch (IOException e) {
      return null; // as good as not there
    }
  }

  private PageFindings findings(ExchangeReader.Group group) {
    var more = group.notes().more();
    if (more.containsKey(Notes.FOUND)) {
      return FoundNotes.of(group.notes());
    }
    return more.containsKey(Notes.SOFT_404)
        ? PageFindings.MISSING
        : reader.links(CanonicalUrl.ofCanonical(group.exchange().url()), group.exchange());
  }

  private synchronized @Nullable Path file(int serial) throws IOException {
    if (!files.containsKey(serial)) {
      files = WarcFile.bySerial(archive);
    }
    return files.get(serial);
  }
}
