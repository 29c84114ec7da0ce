package nephila.crawl;

import java.util.List;
import nephila.archive.warc.PackedExchange;
import nephila.fetch.Exchange;
import nephila.politeness.RobotsAnswer;
import nephila.process.PageFindings;
import org.jspecify.annotations.Nullable;

/// The result of a fetch.
///
/// @param robots the answer to a request for robots.txt after its redirects, else null
/// @param prepared for the archive, null without one or when it is there already (a replay)
/// @param bytes how much there was to read, packed and unpacked
/// @param replayed whether it came from the archive and not from the web
/// @param before where links are not kept and the page may have others now, those of its copy in
///   the archive, which was looked at; else null
record FetchResult(
    FetchTask task,
    Exchange exchange,
    PageFindings findings,
    @Nullable RobotsAnswer robots,
    @Nullable PackedExchange prepared,
    long bytes,
    boolean replayed,
    @Nullable EarlierLinks before) {
  /// The links of a page as they were; null where nobody knows them any more.
  record EarlierLinks(@Nullable List<String> urls) {}

  FetchResult(
      FetchTask task,
      Exchange exchange,
      PageFindings findings,
      @Nullable RobotsAnswer robots,
      @Nullable PackedExchange prepared,
      long bytes,
      boolean replayed) {
    this(task, exchange, findings, robots, prepared, bytes, replayed, null);
  }
}
