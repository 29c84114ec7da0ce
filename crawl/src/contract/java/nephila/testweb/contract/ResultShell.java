package nephila.testweb.contract;

import java.time.Duration;
import java.util.List;
import nephila.config.CrawlConfig;
import org.jspecify.annotations.Nullable;

/// A shell (crawl, cluster, frontier server) as [ResultTable] sees it.
public interface ResultShell extends AutoCloseable {
  /// Which of the shells it is.
  enum Kind {
    CRAWL,
    CLUSTER,
    SERVER
  }

  /// Begins a crawl, or opens it again after it was closed.
  interface Opener {
    ResultShell open(CrawlConfig plan, ScriptedWeb web, SteppedClock clock) throws Exception;
  }

  /// Asks for whatever is due, for so long by the clock.
  void run(Duration time) throws Exception;

  /// What is known of a page, null when it is not known.
  @Nullable PageView page(String url);

  /// How many pages are known.
  int known();

  /// What became of a page.
  enum Standing {
    WAITS,
    READ,
    /// Not to be read.
    DROPPED,
    GONE
  }

  /// A page.
  ///
  /// @param status of its last read, 0 before the first
  /// @param changes how many of its re-reads saw another content
  /// @param links where it points, in order of text
  record PageView(Standing standing, int status, int reads, int changes, List<String> links) {}

  @Override
  void close() throws Exception;
}
