package nephila.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import nephila.archive.ArchivedPage;
import nephila.archive.CaptureLookup;

/// The reads of a page, by the archive's index.
final class PageReads {
  private static final int MOST = 50;

  private final CaptureLookup copies;

  PageReads(Path dir) {
    this.copies = new CaptureLookup(dir);
  }

  /// The latest reads, newest first.
  List<CrawlView.Read> of(String url) {
    try {
      List<ArchivedPage> reads = copies.reads(url);
      return reads.stream().limit(MOST).map(read -> read(read, reads)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CrawlView.Read read(ArchivedPage read, List<ArchivedPage> all) {
    boolean first = read == all.getLast();
    String found = read.revisit() ? "the same as before" : first ? "first read" : "another content";
    return new CrawlView.Read(read.date().toString(), String.valueOf(read.status()), found);
  }
}
