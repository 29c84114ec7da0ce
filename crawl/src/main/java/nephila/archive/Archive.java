package nephila.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import nephila.fetch.Exchange;

/// The archive of a crawl dir: `archive/*.warc.gz`, `indexes/index.cdxj`, `crawl.log`.
///
/// Thread-safe. `prepare` runs in parallel; `append` is serialized and gives each exchange its
/// place. An [IOException] (a full disk) leaves the archive as it was before the call.
public final class Archive implements AutoCloseable {
  private Archive() {}

  /// Opens the archive of a crawl dir at the position the store has committed. Whole exchanges
  /// behind it are handed to `replay` in order, a torn last one is cut off, and index and log are
  /// brought to the same state.
  public static Archive openAt(
      Path dir, ArchiveOptions options, ArchivePosition from, Consumer<Replayed> replay)
      throws IOException {
    throw new UnsupportedOperationException("being built");
  }

  public Prepared prepare(Exchange exchange, Notes notes) {
    throw new UnsupportedOperationException("being built");
  }

  public Kept append(Prepared prepared) throws IOException {
    return append(List.of(prepared)).getFirst();
  }

  /// Appends several exchanges with one write.
  public List<Kept> append(List<Prepared> prepared) throws IOException {
    throw new UnsupportedOperationException("being built");
  }

  public Kept append(Exchange exchange, Notes notes) throws IOException {
    return append(prepare(exchange, notes));
  }

  /// The place behind everything appended so far.
  public ArchivePosition position() {
    throw new UnsupportedOperationException("being built");
  }

  /// Forces everything appended so far to the disk; commit the position taken before.
  public void sync() throws IOException {
    throw new UnsupportedOperationException("being built");
  }

  /// Forces everything to the disk and sorts the index.
  @Override
  public void close() throws IOException {}
}
