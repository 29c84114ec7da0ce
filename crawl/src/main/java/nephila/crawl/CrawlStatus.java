package nephila.crawl;

import java.util.List;
import java.util.Map;

/// How a crawl stands at one moment. Immutable.
///
/// @param state what the wheel does: `running`, `paused`, `stopping`, `finished`
/// @param fetched requests for pages so far, this run's and earlier ones'
/// @param read pages read at least once (or tried and settled)
/// @param known pages
/// @param queued pages waiting to be read
/// @param captured share of all known worth that the pages read hold
/// @param errorBound how far importance may be off, summed over the known pages
/// @param perSecond pages in the last ten seconds or so, a second
/// @param outcomes pages by kind of outcome: `2xx`, `404`, `timeout` …
/// @param top most important pages now
public record CrawlStatus(
    String state,
    String reason,
    long runMillis,
    long fetched,
    int read,
    int known,
    int queued,
    int hosts,
    int dueHosts,
    int inFlight,
    long bytes,
    double captured,
    double errorBound,
    double perSecond,
    Map<String, Long> outcomes,
    List<TopPage> top,
    Freshness freshness) {
  /// An important page.
  public record TopPage(String url, double importance, int reads, int status) {}
}
