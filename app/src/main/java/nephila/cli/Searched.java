package nephila.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import nephila.UserError;
import nephila.indexing.Importances;
import nephila.indexing.Indexer;
import nephila.search.SearchIndex;
import nephila.store.CrawlStore;

/// Opens the index of a crawl dir to be searched, with the importance of its store.
final class Searched {
  private Searched() {}

  static SearchIndex open(Path dir) throws IOException {
    if (!Files.isDirectory(dir)) {
      throw new UserError(dir + ": no such folder; give a crawl dir");
    }
    SearchIndex index =
        SearchIndex.openToRead(Indexer.folder(dir))
            .orElseThrow(
                () -> new UserError(dir + " has no index; make one with: nephila index " + dir));
    Importances importances = Importances.of(dir);
    if (Files.isDirectory(dir.resolve("state"))) {
      try (CrawlStore store = CrawlStore.look(dir)) {
        index.importance(importances.all(store));
      }
    } else {
      index.importance(importances.alone());
    }
    return index;
  }
}
