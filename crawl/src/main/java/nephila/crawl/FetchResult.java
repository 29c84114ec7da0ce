package nephila.crawl;

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
record FetchResult(
    FetchTask task,
    Exchange exchange,
    PageFindings findings,
    @Nullable RobotsAnswer robots,
    @Nullable PackedExchange prepared,
    long bytes,
    boolean replayed) {}
