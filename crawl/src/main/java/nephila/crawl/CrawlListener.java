package nephila.crawl;

import nephila.view.CrawlStatus;

/// Who wants to know how a crawl goes. Called by the wheel's thread: be quick.
public interface CrawlListener {
  /// For callers who do not look.
  CrawlListener SILENT = new CrawlListener() {};

  /// A page was read, or tried.
  default void visited(PageEvent event) {}

  /// How it stands; a few times a second while the wheel turns, and once at the end.
  default void progress(CrawlStatus status) {}
}
