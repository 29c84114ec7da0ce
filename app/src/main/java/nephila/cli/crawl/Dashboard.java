package nephila.cli.crawl;

import nephila.web.WebServer;
import org.jspecify.annotations.Nullable;

/// The dashboard of a crawl while it is open, or none.
public record Dashboard(@Nullable WebServer server) implements AutoCloseable {
  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }
}
