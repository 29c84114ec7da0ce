package nephila.refresh;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.fetch.Fetcher;
import nephila.fetch.HttpFetcher;
import nephila.links.SoftNotFound;
import nephila.liverank.Audit;
import nephila.liverank.Order;
import nephila.liverank.Ordering;
import nephila.liverank.Sample;
import nephila.politeness.PaceRules;
import nephila.process.Statuses;
import nephila.url.AddressPolicy;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Finds out which pages of an old crawl still live, asking the servers in the learned order.
///
/// ```java
/// OldWeb old = OldWebs.read(List.of(Path.of("old-crawl")), false, Progress.SILENT);
/// try (Refresh refresh = Refresh.open(old, Path.of("refreshed"), Options.usual())) {
///   Findings findings = refresh.run(RefreshListener.SILENT);
/// }
/// ```
///
/// Every answer is in `answers.tsv` of the folder before the next question goes out; opening the
/// same folder again goes on from there. One process at a time; [#run] once, [#stop] from any
/// thread.
public final class Refresh implements AutoCloseable {
  /// Of the questions, how many go to pages drawn at random, to know how many living are left.
  private static final double AUDIT_RATE = 0.04;

  /// More old pages than this behind one new address are no moves.
  private static final int MOST_SOURCES = 3;

  private final OldWeb old;
  private final RefreshOptions options;
  private final Fetcher fetcher;
  private final AnswerLog log;
  private final RefreshFindings findings;
  private final UrlNumbers numbers = new UrlNumbers();
  private final Map<String, OldHost> hosts = new HashMap<>();
  private final Map<String, List<Integer>> movedTo = new HashMap<>();
  private final @Nullable Audit audit;
  private final Ordering ordering;
  private final Conductor conductor;
  private RefreshListener listener = RefreshListener.SILENT;
  private final int resumed;

  public static Refresh open(OldWeb old, Path dir, RefreshOptions options) throws IOException {
    introduced(old, options);
    World world =
        new World(
            Clock.systemUTC(),
            PaceRules.usual(options.settings().delay()),
            () -> fetcher(old, options.settings()));
    return new Refresh(old, dir, options, world);
  }

  /// What comes from outside: time, manners, the web.
  record World(Clock clock, PaceRules paceRules, Supplier<Fetcher> fetcher) {}

  Refresh(OldWeb old, Path dir, RefreshOptions options, World world) throws IOException {
    if (old.pages() == 0) {
      throw new UserError("the old crawl has no pages; there is nothing to ask for");
    }
    this.old = old;
    this.options = options;
    this.findings = new RefreshFindings(old.pages());
    for (int page = 0; page < old.pages(); page++) {
      numbers.add(old.urls().get(page));
      host(CanonicalUrl.ofCanonical(old.urls().get(page))).pages.add(page);
    }
    Ordering learned = Order.LEARNED.start(old.snapshot(), Sample.ONE_PERCENT, options.seed());
    boolean audited = options.until() > 0 || options.budget() > 0;
    audit = audited ? new Audit(learned, old.pages(), AUDIT_RATE, options.seed()) : null;
    ordering = audit == null ? learned : audit;
    log = AnswerLog.open(dir, old, this::resume);
    resumed = findings.answered();
    fetcher = world.fetcher().get();
    conductor = new Conductor(this, world.clock(), fetcher, options, world.paceRules());
  }

  /// The options, when they say who asks for these pages.
  ///
  /// @throws UserError when servers would not know
  public static RefreshOptions introduced(OldWeb old, RefreshOptions options) {
    if (options.settings().isAnonymous() && !allLoopback(old)) {
      throw new UserError(
          "servers must know who asks: give --agent NAME and --contact URL-or-mail (only pages of"
              + " this machine go without)");
    }
    return options;
  }

  private static boolean allLoopback(OldWeb old) {
    return old.urls().stream()
        .allMatch(url -> AddressPolicy.namesLoopback(CanonicalUrl.ofCanonical(url).host()));
  }

  /// The front pages of all hosts.
  private static List<CanonicalUrl> origins(OldWeb old) {
    return old.urls().stream()
        .map(url -> CanonicalUrl.ofCanonical(url).origin() + "/")
        .distinct()
        .map(CanonicalUrl::ofCanonical)
        .toList();
  }

  private static Fetcher fetcher(OldWeb old, CrawlConfig settings) {
    AddressPolicy policy =
        settings.allowPrivate()
            ? AddressPolicy.allowingPrivate()
            : allLoopback(old) && old.pages() > 0
                ? AddressPolicy.forSeeds(origins(old), List.of())
                : AddressPolicy.publicOnly();
    String version = String.valueOf(Refresh.class.getPackage().getImplementationVersion());
    Duration whole = settings.timeout();
    Duration connect = whole.compareTo(Duration.ofSeconds(10)) < 0 ? whole : Duration.ofSeconds(10);
    return HttpFetcher.builder(
            settings.userAgent(version.equals("null") ? "dev" : version), policy::allows)
        .maxBodyBytes(1 << 20)
        .timeouts(connect, whole, whole)
        .keepAlive(Math.max(64, 2 * settings.workers()), Duration.ofSeconds(30))
        .build();
  }

  /// Enters a line of an earlier run.
  private void resume(String[] columns) {
    findings.requests(Long.parseLong(columns[1]));
    switch (columns[0]) {
      case "page" -> {
        int page = numbers.find(columns[2]);
        LivenessVerdict verdict = LivenessVerdict.parse(columns[3]);
        boolean drawn = columns[7].equals("1");
        enter(
            new PageAnswer(
                page, verdict, Integer.parseInt(columns[4]), columns[5], columns[6], drawn));
      }
      case "host" -> giveUp(host(columns[2]), LivenessVerdict.parse(columns[3]));
      case "probe" -> {
        OldHost host = host(columns[2]);
        host.probed = true;
        host.probeTarget = columns[3];
        if (!columns[4].isEmpty()) {
          host.missing = new SoftNotFound(Integer.parseInt(columns[4]), Long.parseLong(columns[5]));
        }
      }
      default -> {}
    }
  }

  OldHost host(CanonicalUrl url) {
    return host(url.origin());
  }

  private OldHost host(String origin) {
    return hosts.computeIfAbsent(origin, OldHost::new);
  }

  UrlNumbers numbers() {
    return numbers;
  }

  RefreshFindings findings() {
    return findings;
  }

  Ordering ordering() {
    return ordering;
  }

  OldWeb old() {
    return old;
  }

  RefreshListener listener() {
    return listener;
  }

  void probed(OldHost host) {
    log.probe(findings.requests(), host);
  }

  /// A page is answered: logged, entered, told to the ordering. One at an address that is kept away
  /// from is not logged: a later run may be allowed to ask.
  void settle(int page, LivenessVerdict verdict, int status, String place, String how) {
    boolean drawn = audit != null && audit.drew(page);
    PageAnswer answer = new PageAnswer(page, verdict, status, place, how, drawn);
    if (status != Statuses.PRIVATE_ADDRESS) {
      log.page(findings.requests(), old.urls().get(page), answer);
    }
    enter(answer);
    listener.answered(old.urls().get(page), answer);
    if (verdict == LivenessVerdict.MOVED) {
      undoCrowd(place);
    }
  }

  private void enter(PageAnswer answer) {
    boolean first = findings.answer(answer.page()) == null;
    findings.enter(answer);
    if (first) {
      boolean alive = answer.verdict().alive();
      if (audit == null) {
        ordering.answered(answer.page(), alive);
      } else {
        audit.answered(answer.page(), alive, answer.drawn());
      }
      host(CanonicalUrl.ofCanonical(old.urls().get(answer.page()))).settled(alive);
    }
    if (answer.verdict() == LivenessVerdict.MOVED) {
      movedTo.computeIfAbsent(answer.place(), key -> new ArrayList<>()).add(answer.page());
    }
  }

  /// Many pages moved to one address: it is a place for all that is gone.
  private void undoCrowd(String place) {
    List<Integer> sources = movedTo.getOrDefault(place, List.of());
    if (sources.size() <= MOST_SOURCES) {
      return;
    }
    for (int page : List.copyOf(sources)) {
      PageAnswer before = findings.answer(page);
      if (before != null && before.verdict() == LivenessVerdict.MOVED) {
        PageAnswer now =
            new PageAnswer(
                page,
                LivenessVerdict.REDIRECTED,
                before.status(),
                place,
                before.how(),
                before.drawn());
        log.page(findings.requests(), old.urls().get(page), now);
        findings.enter(now);
      }
    }
  }

  /// A whole host is dead or closed to us: all its pages are answered at once.
  void dismiss(OldHost host, LivenessVerdict verdict) {
    log.host(findings.requests(), host.origin, verdict);
    giveUp(host, verdict);
  }

  private void giveUp(OldHost host, LivenessVerdict verdict) {
    host.dead = verdict;
    int status =
        switch (verdict) {
          case HOST_NOT_FOUND -> -1;
          case FORBIDDEN -> Statuses.FORBIDDEN_BY_ROBOTS;
          default -> -2;
        };
    for (int page : host.pages) {
      if (findings.answer(page) == null) {
        PageAnswer answer = new PageAnswer(page, verdict, status, "", "host", false);
        enter(answer);
        listener.answered(old.urls().get(page), answer);
      }
    }
  }

  /// Whether the wanted share was found, as far as audits tell.
  boolean enough() {
    return audit != null
        && options.until() > 0
        && audit.isReached(options.until(), options.confidence());
  }

  /// Pages whose answers were in the log when it was opened.
  public int resumed() {
    return resumed;
  }

  /// Asks until enough is known or [#stop] is called; returns what is known then.
  public RefreshFindings run(RefreshListener to) {
    listener = to;
    conductor.run();
    if (audit != null) {
      findings.estimate(audit.liveCount(options.confidence()));
    }
    return findings;
  }

  /// Ends [#run] soon; what is known is kept.
  public void stop() {
    conductor.stop();
  }

  @Override
  public void close() throws IOException {
    fetcher.close();
    log.close();
  }
}
