package nephila.cli.view;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import nephila.UserError;
import nephila.cli.SuggestedCommand;
import nephila.indexing.Importances;
import nephila.indexing.Indexer;
import nephila.search.SearchIndex;
import nephila.store.CrawlStore;

/// Opens the index of a crawl dir to be searched, with the importance of its store.
public final class Searched {
  private Searched() {}

  public static SearchIndex open(Path dir) throws IOException {
    if (!Files.isDirectory(dir)) {
      throw new UserError(dir + ": no such folder; give a crawl dir");
    }
    return find(dir)
        .orElseThrow(
            () ->
                new UserError(
                    dir
                        + " has no index; make one with: nephila index "
                        + SuggestedCommand.word(dir)));
  }

  /// The index, or nothing where there is none yet.
  public static Optional<SearchIndex> find(Path dir) throws IOException {
    Optional<SearchIndex> found = SearchIndex.openToRead(Indexer.folder(dir));
    if (found.isPresent()) {
      weigh(found.get(), dir);
    }
    return found;
  }

  private static void weigh(SearchIndex index, Path dir) throws IOException {
    Importances importances = Importances.of(dir);
    if (Files.isDirectory(dir.resolve("state"))) {
      try (CrawlStore store = CrawlStore.look(dir)) {
        index.importance(importances.all(store));
      }
    } else {
      index.importance(importances.alone());
    }
  }
}
