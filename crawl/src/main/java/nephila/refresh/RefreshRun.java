package nephila.refresh;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
import nephila.fetch.Validators;
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

/// Finds out which pages of an old crawl still live, asking the servers in a LiveRank order.
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
/// An order is no [PagePriority] of all pages: where it learns, each answer changes what all others
/// count for, so it proposes a few pages at a time, whenever fewer than a small stock are waiting.
/// A large stock would keep more hosts busy, a small one has the answers sooner. The crawl's
/// [Frontier] has the stock in the order of its proposal: one request a host at a time, none before
/// the host is due, many hosts side by side. The crawl's [HostProcessor] keeps their paces and
/// robots.txt.
///
/// What is out of order or too slow is put off: the run goes on without it, and asks once more at
/// its end, waiting as long as one of these hosts answers within the patience of the options. Only
/// then it is judged.
///
/// Cost: 39 bytes a page beside what the order and the [OldWeb] need, some hundred a host.
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
  private final PageTable table = new PageTable();
  private final Frontier<OldHost> frontier;
  private final FetchesInFlight<RefreshRequest.Result> inFlight = new FetchesInFlight<>();
  private final SplittableRandom random;

  /// Questions that wait or are under way, by page.
  private final Map<Integer, PageQuestion> open = new HashMap<>();

  /// Questions put off until the end, by page.
  private final Map<Integer, PageQuestion> putOff = new LinkedHashMap<>();

  private final int stock;
  private int turns;
  private boolean exhausted;

  /// Whether what was put off is being asked once more.
  private boolean secondLook;

  /// When a host last answered well, since the second look began.
  private long answeredWellMillis;

  private volatile boolean stopped;

  public static RefreshRun open(OldWeb old, Path dir, RefreshOptions options) throws IOException {
    return open(old, dir, options, null);
  }

  /// @param list all pages in the order in which to ask, in place of the order of the options; null
  ///   for that one
  public static RefreshRun open(OldWeb old, Path dir, RefreshOptions options, int @Nullable [] list)
      throws IOException {
    introduced(old, options);
    World world =
        new World(
            SteadyClock.ofSystem(),
            PaceRules.usual(options.settings().delay()),
            () -> fetcher(old, options.settings()));
    return new RefreshRun(old, dir, options, list, world);
  }

  /// What comes from outside: time, manners, the web.
  record World(Clock clock, PaceRules paceRules, Supplier<Fetcher> fetcher) {}

  RefreshRun(OldWeb old, Path dir, RefreshOptions options, World world) throws IOException {
    this(old, dir, options, null, world);
  }

  private RefreshRun(
      OldWeb old, Path dir, RefreshOptions options, int @Nullable [] list, World world)
      throws IOException {
    if (old.pages() == 0) {
      throw new UserError("the old crawl has no pages; there is nothing to ask for");
    }
    if (options.plan().find() == RefreshGoal.CHANGED && old.copies().known() == 0) {
      throw new UserError(
          "the old crawl has no copies to compare with (an index or a list alone has none); give a"
              + " crawl dir or WARC files to find what changed");
    }
    this.old = old;
    this.options = options;
    answers = new RefreshAnswers(old, hosts, dir, options, list);
    findings = answers.findings();
    judge = new LivenessJudge(answers.numbers(), answers::of, old.copies());
    clock = world.clock();
    fetcher = world.fetcher().get();
    processor = new HostProcessor(world.paceRules(), options.settings().productToken(), true);
    random = new SplittableRandom(options.seed());
    stock = Math.max(options.settings().workers(), old.pages() / 400);
    frontier = frontier(old.pages());
  }

  /// A frontier of the questions: the one with the least turn is asked first.
  private Frontier<OldHost> frontier(int pages) {
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
    do {
      ask(listener);
    } while (looksAgain(listener));
    judgeUnanswered();
    return answers.estimated();
  }

  /// Asks until nothing is left to be asked for, or no more is wanted.
  private void ask(RefreshListener listener) {
    while (true) {
      for (var next = inFlight.poll(); next != null; next = inFlight.poll()) {
        enter(next);
      }
      propose();
      send(clock.millis());
      listener.progress(findings);
      boolean done = isOver() || ((exhausted || secondLook) && open.isEmpty());
      if (done && inFlight.size() == 0) {
        return;
      }
      await();
    }
  }

  /// Begins the second look at what was put off; false when there is none, or it was taken.
  private boolean looksAgain(RefreshListener listener) {
    boolean patient = !options.patience().isZero();
    if (secondLook || putOff.isEmpty() || !patient || stopped || isSpent()) {
      return false;
    }
    secondLook = true;
    List.copyOf(open.values()).forEach(this::drop);
    answeredWellMillis = clock.millis();
    long hostsAsked = putOff.values().stream().map(question -> question.host).distinct().count();
    listener.asksAgain(putOff.size(), (int) hostsAsked, options.patience());
    // First what was not asked for at all: one good answer ends what the host is left alone for.
    List<PageQuestion> again = new ArrayList<>(putOff.values());
    again.sort(Comparator.comparing(question -> question.otherwise != null));
    for (PageQuestion question : again) {
      question.host.putOff = false;
      open.put(question.page, question);
      last(question);
    }
    putOff.clear();
    return true;
  }

  /// The question waits no longer.
  private void drop(PageQuestion question) {
    frontier.remove(question.page, clock.millis());
    open.remove(question.page);
  }

  /// What no more is asked for is judged by what it did when it was put off; not when the run was
  /// stopped, because the next one goes on with it.
  private void judgeUnanswered() {
    if (stopped) {
      return;
    }
    if (secondLook) {
      putOff.putAll(open);
      List.copyOf(open.values()).forEach(this::drop);
    }
    for (PageQuestion question : putOff.values()) {
      if (answers.of(question.page) != null) {
        continue;
      }
      if (question.otherwise != null) {
        answers.settle(question.page, question.otherwise, "GET");
      } else if (!question.redirected()) {
        answers.settleUnasked(question.page, question.host.outOfOrder, question.host.lastStatus);
      }
    }
    putOff.clear();
  }

  /// Ends [#run] soon; what is known is kept.
  public void stop() {
    stopped = true;
    inFlight.wake();
  }

  private boolean isOver() {
    boolean enough =
        secondLook
            ? clock.millis() - answeredWellMillis > options.patience().toMillis()
            : answers.enough();
    return stopped || isSpent() || enough;
  }

  private boolean isSpent() {
    return options.budget() > 0 && findings.requests() + inFlight.size() >= options.budget();
  }

  private void propose() {
    while (!exhausted && !secondLook && open.size() < stock && !isOver()) {
      if (answers.awaitsAnswers() && !open.isEmpty()) {
        return;
      }
      int[] pages = answers.propose(stock - open.size());
      exhausted = pages.length == 0;
      for (int page : pages) {
        if (answers.of(page) == null) {
          CanonicalUrl url = CanonicalUrl.ofCanonical(old.urls().get(page));
          PageQuestion question = new PageQuestion(page, url, hosts.of(url.origin()));
          open.put(page, question);
          if (question.host.putOff) {
            putOff(question);
          } else {
            last(question);
          }
        }
      }
    }
  }

  /// The question is asked when those before it were.
  private void last(PageQuestion question) {
    question.turn = ++turns;
    frontier.putBack(question.page, clock.millis());
  }

  /// The question waits until the end of the run.
  private void putOff(PageQuestion question) {
    frontier.release(question.page);
    open.remove(question.page);
    putOff.put(question.page, question);
    answers.putOff(question.page);
  }

  /// All that the host is to be asked for waits until the end of the run.
  private void putOff(OldHost host, LivenessVerdict verdict, int status) {
    host.putOff = true;
    host.outOfOrder = verdict;
    host.lastStatus = status;
    for (PageQuestion question : List.copyOf(open.values())) {
      if (question.host == host && Frontier.waits(table, question.page)) {
        frontier.remove(question.page, clock.millis());
        putOff(question);
      }
    }
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
      return page(queue, question);
    }
    return null;
  }

  /// The request for the page itself: conditional where the validators of the old copy are known.
  private RefreshRequest page(HostQueue<OldHost> queue, PageQuestion question) {
    boolean changes = options.plan().find() == RefreshGoal.CHANGED;
    boolean mayHead = options.head() && !changes && !question.getNext;
    boolean head = mayHead && queue.host().headFirst(question.at);
    RefreshRequest.Kind kind = head ? RefreshRequest.Kind.HEAD : RefreshRequest.Kind.GET;
    Validators known =
        question.redirected() ? Validators.NONE : old.copies().validators(question.page);
    return new RefreshRequest(kind, queue, question.at, question, known);
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
      boolean well = result.response().failure() == null && !result.response().mayPass();
      answeredWellMillis = well ? clock.millis() : answeredWellMillis;
    }
    if (question == null) {
      return;
    }
    boolean isProbe = request.kind() == RefreshRequest.Kind.PROBE;
    if (host.dead != null) {
      settle(question, host.dead);
    } else if (isProbe && host.putOff && !secondLook) {
      putOff(question);
    } else if (step.ours() || (isProbe && !host.state.isProbed())) {
      first(question);
    } else {
      act(question, isProbe ? question.takeSeen() : result.response());
    }
  }

  /// What the request, which did not fail because of us, tells of its host.
  private void learn(RefreshRequest request, RefreshResponse response) {
    OldHost host = request.queue().host();
    LivenessVerdict dead = host.heard(response, secondLook);
    boolean robots = request.kind() == RefreshRequest.Kind.ROBOTS;
    boolean shut = robots && host.isClosed(options.settings().productToken());
    if (dead != null) {
      giveUp(request.queue(), dead);
    } else if (shut && response.mayPass() && !secondLook) {
      putOff(host, LivenessVerdict.FORBIDDEN, Statuses.FORBIDDEN_BY_ROBOTS);
    } else if (shut) {
      giveUp(request.queue(), LivenessVerdict.FORBIDDEN);
    } else if (!secondLook && host.isOutOfOrder(response, clock.millis())) {
      Failure failure = response.failure();
      int status = failure == null ? response.status() : Statuses.of(failure);
      putOff(
          host,
          failure == null ? LivenessVerdict.ofError(status) : LivenessVerdict.NO_ANSWER,
          status);
    } else if (request.kind() == RefreshRequest.Kind.PROBE) {
      probed(host, request, response);
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
  private void probed(OldHost host, RefreshRequest request, RefreshResponse response) {
    if (response.mayPass() && ++host.probeTries < PROBE_TRIES) {
      return;
    }
    PageText text = response.text();
    host.state.probed(text == null ? null : SoftNotFound.of(text));
    CanonicalUrl target = response.target();
    CanonicalUrl probe = request.url();
    host.probeTarget = target == null ? "" : LoginWall.place(probe, target);
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
      case NextAction.PutOff(NextAction.Settle otherwise) -> {
        question.otherwise = otherwise;
        if (secondLook) {
          settle(question, otherwise, "GET");
        } else {
          putOff(question);
        }
      }
      case NextAction.AwaitProbe() -> {
        question.seen = response;
        first(question);
      }
      case NextAction.Follow(CanonicalUrl target) -> {
        question.follow(target, hosts.of(target.origin()));
        if (question.host.putOff && !secondLook) {
          question.otherwise = question.settled(question.host.outOfOrder, question.host.lastStatus);
          putOff(question);
        } else {
          last(question);
        }
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
