package nephila.testweb.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import nephila.config.CrawlConfig;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import org.jspecify.annotations.Nullable;

/// A row of [ResultTable]: how a web answers, and what a shell asks and knows then.
///
/// Addresses that begin with a slash are those of the host `a.test`, whose front page is the seed.
public final class ResultRow {
  static final String HOST = "http://a.test";

  /// How much later than it could a shell may ask: the cluster writes orders ten times a second.
  private static final long SLACK_MILLIS = 1500;

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private record Ask(double afterSeconds, String url) {}

  private record Page(
      String url, ResultShell.@Nullable Standing standing, int status, String... links) {}

  private final String name;
  private final Map<String, List<ScriptedWeb.Reply>> scripts = new LinkedHashMap<>();
  private final List<Ask> asks = new ArrayList<>();
  private final List<Page> pages = new ArrayList<>();
  private final Map<String, Integer> times = new LinkedHashMap<>();
  private final Map<String, Integer> changes = new LinkedHashMap<>();
  private final Set<String> unknown = new TreeSet<>();
  private Set<ResultShell.Kind> shells =
      EnumSet.of(ResultShell.Kind.CRAWL, ResultShell.Kind.CLUSTER);
  private UnaryOperator<CrawlConfig> settings = UnaryOperator.identity();
  private Duration time = Duration.ofMinutes(4);
  private int known = -1;
  private boolean reopens;

  ResultRow(String name) {
    this.name = name;
  }

  ResultRow on(ResultShell.Kind first, ResultShell.Kind... more) {
    shells = EnumSet.of(first, more);
    return this;
  }

  ResultRow with(UnaryOperator<CrawlConfig> these) {
    settings = these;
    return this;
  }

  ResultRow also(Consumer<ResultRow> more) {
    more.accept(this);
    return this;
  }

  /// How long the shell runs.
  ResultRow during(Duration given) {
    time = given;
    return this;
  }

  /// The shell is closed and opened again in the middle of the time.
  ResultRow reopened() {
    reopens = true;
    return this;
  }

  /// Each request to the address is answered by the next of these, further ones by the last.
  ResultRow web(String url, ScriptedWeb.Reply... inTurn) {
    scripts.put(whole(url), List.of(inTurn));
    return this;
  }

  /// The next request to the address's host is this one, so many seconds after the one before
  /// ended. With one such line, all requests to that host must be named.
  ResultRow asks(double afterSeconds, String url) {
    asks.add(new Ask(afterSeconds, whole(url)));
    return this;
  }

  /// The address was asked so often.
  ResultRow asked(int count, String url) {
    times.put(whole(url), count);
    return this;
  }

  ResultRow read(String url, int status, String... links) {
    pages.add(new Page(whole(url), ResultShell.Standing.READ, status, links));
    return this;
  }

  ResultRow gone(String url) {
    pages.add(new Page(whole(url), ResultShell.Standing.GONE, 0));
    return this;
  }

  ResultRow dropped(String url) {
    pages.add(new Page(whole(url), ResultShell.Standing.DROPPED, 0));
    return this;
  }

  /// Re-reads of the page saw so many changes.
  ResultRow changed(int count, String url) {
    changes.put(whole(url), count);
    return this;
  }

  ResultRow unknown(String url) {
    unknown.add(whole(url));
    return this;
  }

  ResultRow known(int count) {
    known = count;
    return this;
  }

  static String whole(String url) {
    return url.startsWith("/") ? HOST + url : url;
  }

  public boolean isFor(ResultShell.Kind shell) {
    return shells.contains(shell);
  }

  @Override
  public String toString() {
    return name;
  }

  /// Has the shell run the row.
  ///
  /// @throws AssertionError when it does otherwise than the row says
  public void run(ResultShell.Opener opener) throws Exception {
    SteppedClock clock = new SteppedClock(BEGIN);
    ScriptedWeb web = new ScriptedWeb(clock);
    scripts.forEach(web::script);
    CrawlConfig plan =
        settings
            .apply(
                CrawlConfig.of(HOST + "/")
                    .with("scope", Scope.Kind.ANY)
                    .with("delay", Duration.ofSeconds(1))
                    .with("agent", "test")
                    .with("contact", "me@example.org"))
            .checked();
    if (reopens) {
      try (ResultShell shell = opener.open(plan, web, clock)) {
        shell.run(time.dividedBy(2));
      }
    }
    try (ResultShell shell = opener.open(plan, web, clock)) {
      shell.run(reopens ? time.dividedBy(2) : time);
      compare(shell, web);
    }
  }

  private void compare(ResultShell shell, ScriptedWeb web) {
    List<String> faults = new ArrayList<>();
    asks.stream()
        .map(ask -> origin(ask.url()))
        .distinct()
        .forEach(origin -> compareRequests(origin, web, faults));
    times.forEach(
        (url, count) -> {
          long found = web.requests().stream().filter(one -> one.url().equals(url)).count();
          if (found != count) {
            faults.add(url + " was asked " + found + " times, not " + count);
          }
        });
    pages.forEach(page -> compare(page, shell.page(page.url()), faults));
    changes.forEach(
        (url, count) -> {
          ResultShell.PageView found = shell.page(url);
          if (found == null || found.changes() != count) {
            faults.add(url + " did not change " + count + " times: " + found);
          }
        });
    for (String url : unknown) {
      if (shell.page(url) != null) {
        faults.add(url + " is known");
      }
    }
    if (known >= 0 && shell.known() != known) {
      faults.add(shell.known() + " pages are known, not " + known);
    }
    if (!faults.isEmpty()) {
      throw new AssertionError(
          name + ":\n  " + String.join("\n  ", faults) + "\n  requests: " + told(web));
    }
  }

  private static void compare(
      Page page, ResultShell.@Nullable PageView found, List<String> faults) {
    if (found == null) {
      faults.add(page.url() + " is not known");
      return;
    }
    List<String> links = List.of(page.links()).stream().map(ResultRow::whole).sorted().toList();
    boolean alike =
        found.standing() == page.standing()
            && (page.status() == 0 || found.status() == page.status())
            && found.links().equals(links);
    if (!alike) {
      faults.add(
          page.url() + " is " + found + ", not " + page.standing() + " " + page.status() + links);
    }
  }

  private void compareRequests(String origin, ScriptedWeb web, List<String> faults) {
    boolean alone = web.requests().stream().map(one -> origin(one.url())).distinct().count() == 1;
    List<Ask> expected = asks.stream().filter(ask -> origin(ask.url()).equals(origin)).toList();
    List<ScriptedWeb.Request> found =
        web.requests().stream().filter(one -> origin(one.url()).equals(origin)).toList();
    boolean same = expected.size() == found.size();
    long ended = BEGIN.toEpochMilli();
    for (int i = 0; same && i < expected.size(); i++) {
      long after = found.get(i).sentMillis() - ended;
      long least = (long) (1000 * expected.get(i).afterSeconds());
      same =
          expected.get(i).url().equals(found.get(i).url())
              && after >= least
              && (!alone || after <= least + SLACK_MILLIS);
      ended = found.get(i).endedMillis();
    }
    if (!same) {
      faults.add(origin + " was not asked as it should be: " + expected);
    }
  }

  private static String origin(String url) {
    return CanonicalUrl.ofCanonical(url).origin();
  }

  /// The requests with the seconds since the one before to the same host ended.
  private static String told(ScriptedWeb web) {
    Map<String, Long> ended = new LinkedHashMap<>();
    StringBuilder text = new StringBuilder();
    int shown = 0;
    for (ScriptedWeb.Request one : web.requests()) {
      if (shown++ == 40) {
        return text.append("…").toString();
      }
      long before = ended.getOrDefault(origin(one.url()), BEGIN.toEpochMilli());
      text.append(String.format("%.1f %s, ", (one.sentMillis() - before) / 1000.0, one.url()));
      ended.put(origin(one.url()), one.endedMillis());
    }
    return text.toString();
  }
}
