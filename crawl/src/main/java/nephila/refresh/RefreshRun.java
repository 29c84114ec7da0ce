package nephila.refresh;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.FetchesInFlight;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.Fetcher;
import nephila.frontier.EvictedPages;
import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.frontier.Lanes;
import nephila.frontier.Limits;
import nephila.frontier.PagePriority;
import nephila.frontier.RefreshLane;
import nephila.ledger.PageTable;
import nephila.linelog.LineFaults;
import nephila.links.PageText;
import nephila.links.SoftNotFound;
import nephila.politeness.HostPace;
import nephila.politeness.PaceRules;
import nephila.politeness.SteadyClock;
import nephila.process.ExchangeRules;
import nephila.process.HostProcessor;
import nephila.process.HostState;
import nephila.process.Probe;
import nephila.process.Statuses;
import nephila.url.AddressPolicy;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Finds out which pages of an old crawl still live, asking the servers in the learned order.
///
/// ```java
/// OldWeb old = OldWebs.read(List.of(Path.of("old-crawl")), false, Progress.SILENT);
/// try (RefreshRun refresh = RefreshRun.open(old, Path.of("refreshed"), RefreshOptions.usual())) {
///   RefreshFindings findings = refresh.run(RefreshListener.SILENT);
/// }
/// ```
///
/// Every answer is in `answers.tsv` of the folder before the next question goes out; opening the
/// same folder again goes on from there. One process at a time; [#run] once, [#stop] from any
/// thread.
///
/// The learned order is no [PagePriority] of all pages: each answer changes what all others count
/// for, so it proposes a few pages at a time, whenever fewer than a small stock are waiting. A
/// large stock would keep more hosts busy, a small one has the answers sooner. The crawl's
/// [Frontier] has the stock in the order of its proposal: one request a host at a time, none before
/// the host is due, many hosts side by side. The crawl's [HostProcessor] keeps their paces and
/// robots.txt.
///
/// Cost: 39 bytes a page beside what the learned order and the [OldWeb] need, some hundred a host.
public final class RefreshRun implements AutoCloseable {
  private static final int PROBE_TRIES = 2;

  private final OldWeb old;
  private final RefreshOptions options;
  private final Clock clock;
  private final Fetcher fetcher;
  private final OldHosts hosts = new OldHosts();
  private final RefreshAnswers answers;
  private final RefreshFindings findings;
  private final LivenessJudge judge;
  private final HostProcessor processor;
  private final Frontier<OldHost> frontier;
  private final FetchesInFlight<RefreshRequest.Result> inFlight = new FetchesInFlight<>();
  private final SplittableRandom random;

  /// Questions that wait or are under way, by page.
  private final Map<Integer, PageQuestion> open = new HashMap<>();

  private final int stock;
  private int turns;
  private boolean exhausted;
  private volatile boolean stopped;

  public static RefreshRun open(OldWeb old, Path dir, RefreshOptions options) throws IOException {
    introduced(old, options);
    World world =
        new World(
            SteadyClock.ofSystem(),
            PaceRules.usual(options.settings().delay()),
            () -> fetcher(old, options.settings()));
    return new RefreshRun(old, dir, options, world);
  }

  /// What comes from outside: time, manners, the web.
  record World(Clock clock, PaceRules paceRules, Supplier<Fetcher> fetcher) {}

  RefreshRun(OldWeb old, Path dir, RefreshOptions options, World world) throws IOException {
    if (old.pages() == 0) {
      throw new UserError("the old crawl has no pages; there is nothing to ask for");
    }
    this.old = old;
    this.options = options;
    answers = new RefreshAnswers(old, hosts, dir, options);
    findings = answers.findings();
    judge = new LivenessJudge(answers.numbers(), answers::of);
    clock = world.clock();
    fetcher = world.fetcher().get();
    processor = new HostProcessor(world.paceRules(), options.settings().productToken(), true);
    random = new SplittableRandom(options.seed());
    stock = Math.max(options.settings().workers(), old.pages() / 400);
    frontier = frontier(old.pages());
  }

  /// A frontier of the questions: the one with the least turn is asked first.
  private Frontier<OldHost> frontier(int pages) {
    PageTable table = new PageTable();
    for (int page = 0; page < pages; page++) {
      table.add();
    }
    PagePriority byTurn = page -> 1 / (1.0 + question(page).turn);
    Lanes lanes = new Lanes(byTurn, new RefreshLane(table, byTurn, 0, page -> false));
    return new Frontier<>(
        table, page -> question(page).host.number, hosts, lanes, EvictedPages.NONE, Limits.USUAL);
  }

  private PageQuestion question(int page) {
    return Objects.requireNonNull(open.get(page));
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

  /// As a crawl asks, but pages are cut at 1 MiB. Pages of this machine, and nothing but such, may
  /// be asked for without leave.
  private static Fetcher fetcher(OldWeb old, CrawlConfig settings) {
    List<String> origins =
        allLoopback(old)
            ? old.urls().stream()
                .map(url -> CanonicalUrl.ofCanonical(url).origin() + "/")
                .distinct()
                .toList()
            : List.of();
    return Crawl.fetcherFor(settings.with("seeds", origins)).maxBodyBytes(1 << 20).build();
  }

  /// Pages whose answers were in the log when it was opened.
  public int resumed() {
    return answers.resumed();
  }

  /// What was wrong with the log when it was opened: the answers of these lines are asked for
  /// again.
  public LineFaults faults() {
    return answers.faults();
  }

  /// Asks until enough is known or [#stop] is called; returns what is known then.
  public RefreshFindings run(RefreshListener listener) {
    answers.tell(listener);
    while (true) {
      for (var next = inFlight.poll(); next != null; next = inFlight.poll()) {
        enter(next);
      }
      propose();
      send(clock.millis());
      listener.progress(findings);
      boolean done = isOver() || (exhausted && open.isEmpty());
      if (done && inFlight.size() == 0) {
        return answers.estimated();
      }
      await();
    }
  }

  /// Ends [#run] soon; what is known is kept.
  public void stop() {
    stopped = true;
    inFlight.wake();
  }

  private boolean isOver() {
    boolean spent =
        options.budget() > 0 && findings.requests() + inFlight.size() >= options.budget();
    return stopped || spent || answers.enough();
  }

  private void propose() {
    while (!exhausted && open.size() < stock && !isOver()) {
      int[] pages = answers.propose(stock - open.size());
      exhausted = pages.length == 0;
      for (int page : pages) {
        if (answers.of(page) == null) {
          CanonicalUrl url = CanonicalUrl.ofCanonical(old.urls().get(page));
          PageQuestion question = new PageQuestion(page, url, hosts.of(url.origin()));
          open.put(page, question);
          last(question);
        }
      }
    }
  }

  /// The question is asked when those before it were.
  private void last(PageQuestion question) {
    question.turn = ++turns;
    frontier.putBack(question.page, clock.millis());
  }

  /// The question is the next that its host is asked.
  private void first(PageQuestion question) {
    question.turn = 0;
    frontier.putBack(question.page, clock.millis());
  }

  private void send(long now) {
    while (!isOver() && inFlight.hasRoom(options.settings().workers(), now)) {
      RefreshRequest request = choose(now);
      if (request == null) {
        return;
      }
      frontier.begins(request.queue(), request.page(), now);
      inFlight.start(request.queue().host().state.origin(), now, () -> request.run(fetcher));
    }
  }

  /// The next request, null when no host is due.
  private @Nullable RefreshRequest choose(long now) {
    RefreshRequest request = null;
    while (request == null) {
      HostQueue<OldHost> queue = frontier.next(now);
      if (queue == null) {
        return null;
      }
      HostState host = queue.host().state;
      boolean settled =
          queue.host().dead != null
              || processor.next(host, Instant.ofEpochMilli(now)) == HostProcessor.Ask.PAGE;
      request =
          settled
              ? request(queue, question(frontier.take(queue, now)))
              : new RefreshRequest(RefreshRequest.Kind.ROBOTS, queue, host.robotsUrl(), null);
    }
    return request;
  }

  /// What to ask the host for, for that question; null when it is answered without a request.
  private @Nullable RefreshRequest request(HostQueue<OldHost> queue, PageQuestion question) {
    OldHost host = queue.host();
    if (host.dead != null) {
      settle(question, host.dead);
    } else if (question.seen != null) {
      CanonicalUrl url = Probe.url(host.state.origin(), random.nextLong());
      return new RefreshRequest(RefreshRequest.Kind.PROBE, queue, url, question);
    } else if (answers.of(question.page) != null) {
      close(question);
    } else if (!processor.allows(host.state, question.at)) {
      int status = Statuses.FORBIDDEN_BY_ROBOTS;
      settle(question, question.settled(LivenessVerdict.FORBIDDEN, status), "host");
    } else {
      boolean head = options.head() && !question.getNext && host.headFirst(question.at);
      RefreshRequest.Kind kind = head ? RefreshRequest.Kind.HEAD : RefreshRequest.Kind.GET;
      return new RefreshRequest(kind, queue, question.at, question);
    }
    return null;
  }

  private void await() {
    long now = clock.millis();
    long millis = Math.clamp(frontier.nextDueMillis(now) - now, 1, 1000);
    boolean full = !inFlight.hasRoom(options.settings().workers(), now);
    try {
      RefreshRequest.Result first = inFlight.await(full ? 1000 : millis);
      if (first != null) {
        enter(first);
      }
    } catch (InterruptedException e) {
      stopped = true;
    }
  }

  private void enter(RefreshRequest.Result result) {
    findings.requests(findings.requests() + result.requests());
    RefreshRequest request = result.request();
    OldHost host = request.queue().host();
    HostProcessor.Step step = pace(result, host.state);
    frontier.ended(request.queue(), clock.millis());
    PageQuestion question = request.question();
    if (!step.ours()) {
      learn(request, result.response());
    }
    if (question == null) {
      return;
    }
    boolean isProbe = request.kind() == RefreshRequest.Kind.PROBE;
    if (host.dead != null) {
      settle(question, host.dead);
    } else if (step.ours() || (isProbe && !host.state.isProbed())) {
      first(question);
    } else {
      act(question, isProbe ? question.takeSeen() : result.response());
    }
  }

  /// What the request, which did not fail because of us, tells of its host.
  private void learn(RefreshRequest request, RefreshResponse response) {
    OldHost host = request.queue().host();
    LivenessVerdict dead = host.heard(response);
    boolean robots = request.kind() == RefreshRequest.Kind.ROBOTS;
    if (dead != null) {
      giveUp(request.queue(), dead);
    } else if (robots && host.isClosed(options.settings().productToken())) {
      giveUp(request.queue(), LivenessVerdict.FORBIDDEN);
    } else if (request.kind() == RefreshRequest.Kind.PROBE) {
      probed(host, response);
    }
  }

  /// The host's pace, allowance and robots.txt after a request.
  private HostProcessor.Step pace(RefreshRequest.Result result, HostState host) {
    Instant now = clock.instant();
    Exchange exchange = result.exchange();
    HostProcessor.Step step =
        processor.after(
            exchange,
            ExchangeRules.bytes(exchange),
            host.origin(),
            host.pace(),
            host.allowance(),
            now);
    host.allowance(step.allowance());
    boolean robots = result.request().kind() == RefreshRequest.Kind.ROBOTS;
    host.pace(
        robots
            ? processor.robots(host, result.robots(), step, Statuses.of(exchange), now)
            : step.pace());
    return step;
  }

  /// What the host does with an address that cannot exist.
  private void probed(OldHost host, RefreshResponse response) {
    if (response.busy() && ++host.probeTries < PROBE_TRIES) {
      return;
    }
    PageText text = response.text();
    host.state.probed(text == null ? null : SoftNotFound.of(text));
    CanonicalUrl target = response.target();
    host.probeTarget = target == null ? "" : target.text();
    answers.probed(host);
  }

  private void act(PageQuestion question, RefreshResponse response) {
    switch (judge.step(question, question.host, response)) {
      case NextAction.Settle settled ->
          settle(question, settled, response.byHead() ? "HEAD" : "GET");
      case NextAction.Get() -> {
        question.getNext = true;
        first(question);
      }
      case NextAction.Again() -> last(question);
      case NextAction.AwaitProbe() -> {
        question.seen = response;
        first(question);
      }
      case NextAction.Follow(CanonicalUrl target) -> {
        question.follow(target, hosts.of(target.origin()));
        last(question);
      }
    }
  }

  private void close(PageQuestion question) {
    frontier.release(question.page);
    open.remove(question.page);
  }

  /// The host of the question is dead or closed to us.
  private void settle(PageQuestion question, LivenessVerdict ofHost) {
    settle(question, question.settled(ofHost, Statuses.of(Failure.REFUSED)), "host");
  }

  private void settle(PageQuestion question, NextAction.Settle settled, String how) {
    close(question);
    if (answers.of(question.page) == null) {
      answers.settle(question.page, settled, how);
    }
    // A redirect that led to another old page has answered that one too, where it is clear.
    boolean found = question.redirected() && settled.verdict() == LivenessVerdict.MOVED;
    int there = found ? answers.numbers().find(question.at.text()) : UrlNumbers.NONE;
    if (there != UrlNumbers.NONE && answers.of(there) == null) {
      answers.settle(there, new NextAction.Settle(LivenessVerdict.LIVES, 200, ""), "target");
    }
  }

  /// All pages of the host are answered. What else it is to be asked for has its turn at once, and
  /// is answered without a request.
  private void giveUp(HostQueue<OldHost> queue, LivenessVerdict verdict) {
    answers.dismiss(queue.host(), verdict);
    queue.host().state.pace(HostPace.NEW);
    frontier.clockChanged(queue, clock.millis());
  }

  @Override
  public void close() throws IOException {
    fetcher.close();
    answers.close();
  }
}
