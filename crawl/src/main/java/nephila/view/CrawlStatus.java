package nephila.view;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How a crawl stands at one moment. Its components are the fields of the API's JSON, by name; what
/// is null is left out there.
///
/// @param crawl its name
/// @param state `running`, `paused`, `stopping` or `done`
/// @param reason why it ended or is about to, empty while it goes on
/// @param live whether it can be told something
/// @param elapsedSeconds of this run, null, as `bytes` and `refreshed`, where it is not known
/// @param fetched requests for pages so far, this run's and earlier ones'
/// @param read pages read at least once (or tried and settled)
/// @param waiting pages that wait to be read
/// @param dueHosts hosts that may be asked now
/// @param rate pages in the last ten seconds or so, a second
/// @param importanceFound share of the known importance that the pages read hold
/// @param errorBound how far importance may be off, summed over the known pages
/// @param discovered pages asked for and read for the first time
/// @param refreshed reads of pages that had been read before
/// @param answers pages by kind of answer: `2xx`, `404`, `timeout` …
/// @param top most important pages now
/// @param opic the totals of the papers' OPIC where importance is its, else null
/// @param bias what makes importance another ([ImportanceBias]), null where nothing does
/// @param requisites what was fetched because pages are shown with it, null where nothing was
public record CrawlStatus(
    String crawl,
    String state,
    String reason,
    boolean live,
    @Nullable Double elapsedSeconds,
    long fetched,
    long known,
    long read,
    long waiting,
    long hosts,
    long dueHosts,
    long inFlight,
    @Nullable Long bytes,
    double rate,
    double importanceFound,
    double errorBound,
    long discovered,
    @Nullable Long refreshed,
    Map<String, Long> answers,
    List<PageRow> top,
    Freshness freshness,
    @Nullable OpicTotals opic,
    @Nullable String bias,
    @Nullable RequisiteCounts requisites) {
  /// States of a crawl.
  public static final String RUNNING = "running";

  public static final String PAUSED = "paused";
  public static final String STOPPING = "stopping";
  public static final String DONE = "done";

  /// How long this run has taken, 0 where it is not known.
  public long elapsedMillis() {
    return elapsedSeconds == null ? 0 : (long) (1000 * elapsedSeconds);
  }

  /// What is said of the precision of importance.
  public String precision() {
    return ImportanceBias.before(
        OpicTotals.precision(opic, errorBound), Objects.requireNonNullElse(bias, ""));
  }

  /// Whether the crawl has ended.
  public boolean hasEnded() {
    return state.equals(DONE);
  }

  /// The same moment, in another state.
  public CrawlStatus in(String otherState, boolean isLive) {
    return new CrawlStatus(
        crawl,
        otherState,
        reason,
        isLive,
        elapsedSeconds,
        fetched,
        known,
        read,
        waiting,
        hosts,
        dueHosts,
        inFlight,
        bytes,
        rate,
        importanceFound,
        errorBound,
        discovered,
        refreshed,
        answers,
        top,
        freshness,
        opic,
        bias,
        requisites);
  }
}
