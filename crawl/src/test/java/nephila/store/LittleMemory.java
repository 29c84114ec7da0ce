package nephila.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The state of a crawl as a process sees it that has memory for a thousand pages.
public final class LittleMemory {
  private LittleMemory() {}

  private static final int ROOM = 1000;

  /// What a check finds, by a walk over the disk unless the state, whose count of pages is an
  /// estimate, was taken to fit; also when all pages fit indeed.
  public static List<String> faults(Path dir) throws IOException {
    return faults(dir, ArchivedRows.NONE);
  }

  /// The same where links that are not kept are found again.
  public static List<String> faults(Path dir, ArchivedRows rows) throws IOException {
    try (CrawlStore store = CrawlStore.look(dir, 1)) {
      store.archivedRows(rows);
      return store.isWhole() && store.knownPages() <= ROOM
          ? List.of("all pages fit into memory")
          : StoreCheck.of(store).faults();
    }
  }
}
