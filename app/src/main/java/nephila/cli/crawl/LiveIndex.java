package nephila.cli.crawl;

import java.io.IOException;
import java.nio.file.Path;
import nephila.cli.Console;
import nephila.indexing.Following;
import nephila.indexing.Importances;
import nephila.search.SearchIndex;
import nephila.web.LiveCrawl;
import org.jspecify.annotations.Nullable;

/// The index of a running crawl, or none.
public record LiveIndex(@Nullable Following following) implements AutoCloseable {
  public static LiveIndex begin(boolean wanted, Path dir, LiveCrawl live) throws IOException {
    if (!wanted) {
      return new LiveIndex(null);
    }
    Importances importances = Importances.of(dir);
    return new LiveIndex(Following.begin(dir, () -> live.ask(importances::now)));
  }

  @Nullable SearchIndex index() {
    return following == null ? null : following.index();
  }

  /// Takes in the rest, once the crawl is over.
  public void finish(Console console) throws IOException {
    if (following != null) {
      console.err("%,d pages are in the index.", following.finish());
    }
  }

  @Override
  public void close() throws IOException {
    if (following != null) {
      following.close();
    }
  }
}
