package nephila.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import nephila.communitycrawl.CommunityPages;
import nephila.communitycrawl.OutsidePages;
import nephila.view.CrawlStatus;
import nephila.view.HostRow;
import nephila.view.PageExplanation;
import nephila.view.PageRow;
import nephila.view.PageState;
import nephila.view.RisingPages;
import nephila.view.SiteRow;
import org.jspecify.annotations.Nullable;

/// What the page shows of a crawl, running or finished. Every method may be called from any thread
/// and answers at once from what is in memory or with a bounded read.
///
/// The records are the API's answers, field by field: their names are a contract (`/api`).
public interface CrawlView {
  CrawlStatus status();

  History history();

  /// @param order `importance`, `cash` or `unread`
  Pages pages(String order, String site, int offset, int limit);

  Sites sites(int offset, int limit);

  /// The pages that rose most since about so long ago; empty where nothing of then is remembered.
  Optional<RisingPages> rising(Duration window, int limit);

  /// The community of a community run, empty in other crawls.
  default Optional<Community> community(int limit) {
    return Optional.empty();
  }

  Flows flows(int limit);

  Hosts hosts(int limit);

  Errors errors(int limit);

  Optional<PageStory> page(String url);

  Rules rules();

  /// The crawl's levers, or nothing where it is finished.
  Optional<Levers> levers();

  /// Columns over time, one entry a sample.
  ///
  /// @param bound the certified error, where importance is OPIC's the error factor 1/G; 0 before
  ///   there is one
  record History(
      List<Double> t,
      List<Long> read,
      List<Long> known,
      List<Double> found,
      List<Double> bound,
      List<Double> discovery,
      List<Double> refresh) {}

  record Pages(long total, List<PageRow> pages) {}

  record Sites(long total, List<SiteRow> sites) {}

  /// What a community run found.
  ///
  /// @param members pages that belong to the community
  /// @param rejected pages that were read on the search for members and are none
  /// @param outside the pages around it that pass most to it
  record Community(long members, long rejected, List<OutsidePages.Page> outside) {
    static final Community NONE = new Community(0, 0, List.of());

    /// What the last community run in a dir wrote.
    static Optional<Community> in(Path dir, int limit) {
      try {
        Optional<CommunityPages> pages = CommunityPages.in(dir);
        if (pages.isEmpty()) {
          return Optional.empty();
        }
        return Optional.of(
            new Community(
                pages.get().count(CommunityPages.Role.MEMBER),
                pages.get().count(CommunityPages.Role.REJECTED),
                OutsidePages.in(dir, limit).orElse(List.of())));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// @param share of all cash paid, from 0 to 1
  record Flow(String from, String to, double share) {}

  record Flows(List<SiteRow> sites, List<Flow> flows) {}

  record Hosts(List<HostRow> hosts) {}

  record Trouble(String time, String kind, String url, String detail) {}

  record Errors(Map<String, Long> kinds, List<Trouble> errors) {}

  record Top(List<PageRow> pages, List<SiteRow> sites) {}

  record Payer(String url, double share) {}

  record Neighbour(String url, double importance) {}

  record Read(String time, String answer, String change) {}

  /// @param verdict its state, and why, in a sentence
  record PageStory(
      String url,
      PageState state,
      String verdict,
      double importance,
      double cash,
      @Nullable Long rank,
      List<String> reasons,
      List<Read> reads,
      List<double[]> history,
      List<Payer> payers,
      List<Neighbour> links) {
    /// How many of those who pay it are named.
    static final int PAYERS = 20;

    /// @param reads one by one, as far as they are known; else the last one stands for all
    static PageStory of(
        PageExplanation why, List<Read> reads, List<double[]> history, List<Neighbour> links) {
      double worth = Math.max(1e-300, why.worth());
      List<Read> known =
          reads.isEmpty() && why.reads() > 0
              ? List.of(new Read(why.lastRead(), why.verdict(), why.reads() + " reads"))
              : reads;
      return new PageStory(
          why.url(),
          why.state(),
          why.verdict(),
          why.importance(),
          why.worth(),
          (long) why.rank(),
          why.lines().stream().skip(1).map(String::strip).toList(),
          known,
          history,
          why.payers().stream().map(p -> new Payer(p.url(), p.credits() / worth)).toList(),
          links);
    }
  }

  record Rules(
      boolean live,
      boolean undo,
      List<String> focus,
      String scope,
      List<String> include,
      List<String> exclude,
      List<String> changes) {}

  /// What a running crawl can be told. Each takes effect within a second and is written to the
  /// crawl's log. A mistake in what is told is a [nephila.UserError].
  interface Levers {
    void pause();

    void resume();

    void stop();

    void addSeed(String url);

    void rules(List<String> focus, String scope, List<String> include, List<String> exclude);

    /// Takes back the last change of rules; false where there is none.
    boolean undo();
  }
}
