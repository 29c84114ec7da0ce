package nephila.crawl;

import nephila.view.CrawlStatus;

/// Is told how a crawl goes, on the thread of the crawl loop: it must be quick.
public interface CrawlListener {
  /// For callers who do not look.
  CrawlListener SILENT = new CrawlListener() {};

  /// A page was read, or tried.
  default void visited(PageEvent event) {}

  /// How it stands; a few times a second while the loop runs, and once at the end.
  default void progress(CrawlStatus status) {}
}
