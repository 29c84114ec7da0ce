package nephila.refresh;

import java.time.Clock;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import nephila.fetch.Failure;
import nephila.fetch.Fetcher;
import nephila.links.SoftNotFound;
import nephila.politeness.PaceRules;
import nephila.process.Probe;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Carries questions to hosts and answers home: one request a host at a time, none before the host
/// is due, none before its robots.txt was read, many hosts side by side.
///
/// The ordering is asked for a few more pages whenever fewer than a small stock are waiting: a
/// large stock would keep more hosts busy, a small one hears the answers sooner.
final class Conductor {
  private static final int LOOK_EVERY = 1000;
  private static final int PROBE_TRIES = 2;

  private sealed interface Arrival {
    record Home(RefreshRequest.Brought brought) implements Arrival {}

    record Broken(Throwable why) implements Arrival {}

    record Wake() implements Arrival {}
  }

  private final Refresh refresh;
  private final Clock clock;
  private final Fetcher fetcher;
  private final RefreshOptions options;
  private final PaceRules paceRules;
  private final LivenessJudge judge;
  private final SplittableRandom random;
  private final LinkedBlockingQueue<Arrival> home = new LinkedBlockingQueue<>();
  private final Set<OldHost> busy = new LinkedHashSet<>();
  private final int stock;
  private int open;
  private int out;
  private int lookAt;
  private boolean exhausted;
  private boolean enough;
  private volatile boolean stopped;

  Conductor(
      Refresh refresh, Clock clock, Fetcher fetcher, RefreshOptions options, PaceRules paceRules) {
    this.refresh = refresh;
    this.clock = clock;
    this.fetcher = fetcher;
    this.options = options;
    this.paceRules = paceRules;
    this.judge = new LivenessJudge(refresh.numbers(), refresh.findings()::answer);
    this.random = new SplittableRandom(options.seed());
    this.stock = Math.max(options.settings().workers(), refresh.old().pages() / 400);
    this.lookAt = refresh.findings().answered();
  }

  void stop() {
    stopped = true;
    home.add(new Arrival.Wake());
  }

  void run() {
    while (true) {
      for (Arrival next = home.poll(); next != null; next = home.poll()) {
        receive(next);
      }
      propose();
      long due = send();
      refresh.listener().progress(refresh.findings());
      if (out == 0 && home.isEmpty() && (over() || (exhausted && open == 0))) {
        return;
      }
      await(due);
    }
  }

  private boolean over() {
    return stopped || enough || budgetUsed();
  }

  private boolean budgetUsed() {
    return options.budget() > 0 && refresh.findings().requests() + out >= options.budget();
  }

  private void propose() {
    look();
    while (!over() && !exhausted && open < stock) {
      int[] pages = refresh.ordering().next(stock - open);
      exhausted = pages.length == 0;
      for (int page : pages) {
        CanonicalUrl url = CanonicalUrl.ofCanonical(refresh.old().urls().get(page));
        open++;
        queue(new PageQuestion(page, url));
      }
    }
  }

  /// Looks now and then whether enough was found.
  private void look() {
    int answered = refresh.findings().answered();
    if (answered >= lookAt) {
      lookAt = answered + Math.max(1, refresh.old().pages() / LOOK_EVERY);
      enough = enough || refresh.enough();
    }
  }

  private void queue(PageQuestion question) {
    OldHost host = refresh.host(question.at);
    LivenessVerdict dead = host.dead;
    if (refresh.findings().answer(question.page) != null) {
      open--;
    } else if (dead != null) {
      settle(question, dead(question, dead));
    } else {
      host.queue.add(question);
      busy.add(host);
    }
  }

  private static NextAction.Settle dead(PageQuestion question, LivenessVerdict verdict) {
    return question.redirected()
        ? new NextAction.Settle(
            LivenessVerdict.REDIRECTED, question.firstStatus, question.at.text())
        : new NextAction.Settle(verdict, verdict == LivenessVerdict.HOST_NOT_FOUND ? -1 : -2, "");
  }

  /// Sends errands to all hosts that are due; returns when the next one will be.
  private long send() {
    long now = clock.millis();
    long next = now + 1000;
    for (OldHost host : busy.toArray(new OldHost[0])) {
      if (over() || out >= options.settings().workers()) {
        break;
      }
      RefreshRequest errand =
          host.pace.nextAtMillis() <= now && !host.inFlight ? errand(host) : null;
      if (errand != null) {
        host.inFlight = true;
        out++;
        Thread.ofVirtual().name(host.origin).start(() -> home.add(sent(errand)));
      } else if (!host.inFlight && host.idle()) {
        next = Math.min(next, host.pace.nextAtMillis());
      }
    }
    busy.removeIf(host -> !host.inFlight && !host.idle() && host.waiting.isEmpty());
    return next;
  }

  private Arrival sent(RefreshRequest errand) {
    try {
      return new Arrival.Home(errand.run(fetcher, clock));
    } catch (RuntimeException | Error e) {
      return new Arrival.Broken(e);
    }
  }

  /// What to ask the host for now; null when nothing.
  private @Nullable RefreshRequest errand(OldHost host) {
    if (host.needsRobots() && host.idle()) {
      return new RefreshRequest(RefreshRequest.Kind.ROBOTS, host, host.robotsUrl(), null);
    }
    if (host.wantsProbe) {
      CanonicalUrl url = Probe.url(host.origin, random.nextLong());
      return new RefreshRequest(RefreshRequest.Kind.PROBE, host, url, null);
    }
    for (PageQuestion next = host.queue.poll(); next != null; next = host.queue.poll()) {
      if (refresh.findings().answer(next.page) != null) {
        open--;
      } else if (!host.rules().allows(next.at)) {
        settle(
            next,
            next.redirected()
                ? new NextAction.Settle(
                    LivenessVerdict.REDIRECTED, next.firstStatus, next.at.text())
                : new NextAction.Settle(
                    LivenessVerdict.FORBIDDEN, nephila.process.Statuses.FORBIDDEN_BY_ROBOTS, ""));
      } else {
        boolean head = !next.getNext && host.headFirst(next.at, options.head());
        return new RefreshRequest(
            head ? RefreshRequest.Kind.HEAD : RefreshRequest.Kind.GET, host, next.at, next);
      }
    }
    return null;
  }

  private void await(long dueMillis) {
    try {
      long millis = Math.max(1, dueMillis - clock.millis());
      Arrival first = home.poll(millis, TimeUnit.MILLISECONDS);
      if (first != null) {
        receive(first);
      }
    } catch (InterruptedException e) {
      stopped = true;
    }
  }

  private void receive(Arrival arrival) {
    switch (arrival) {
      case Arrival.Wake() -> {}
      case Arrival.Broken(Throwable why) -> throw new IllegalStateException("a visit broke", why);
      case Arrival.Home(RefreshRequest.Brought brought) -> {
        out--;
        refresh.findings().requests(refresh.findings().requests() + brought.requests());
        brought.errand().host().inFlight = false;
        heard(brought);
      }
    }
  }

  private void heard(RefreshRequest.Brought brought) {
    OldHost host = brought.errand().host();
    RefreshResponse look = brought.look();
    Instant now = clock.instant();
    boolean hopeful = host.answered(look, now, paceRules);
    boolean unknown = look.failure() == Failure.DNS && look.detail().startsWith("unknown");
    if ((!hopeful || unknown) && host.dead == null) {
      PageQuestion question = brought.errand().question();
      if (question != null) {
        host.queue.add(question);
      }
      giveUp(host, unknown ? LivenessVerdict.HOST_NOT_FOUND : LivenessVerdict.NO_ANSWER);
      return;
    }
    switch (brought.errand().kind()) {
      case ROBOTS -> robots(brought, host, now);
      case PROBE -> probe(brought, host);
      case HEAD, GET -> {
        PageQuestion question = brought.errand().question();
        if (question != null) {
          act(question, host, look);
        }
      }
    }
  }

  private void robots(RefreshRequest.Brought brought, OldHost host, Instant now) {
    var answer = brought.robots();
    if (answer == null || brought.look().ours()) {
      return;
    }
    boolean settled = host.robots(answer, now, options.settings().productToken());
    boolean closed = settled && (host.needsRobots() || host.rules().allowsNone());
    if (closed) {
      giveUp(host, LivenessVerdict.FORBIDDEN);
    }
  }

  /// What the host does with an address that cannot exist.
  private void probe(RefreshRequest.Brought brought, OldHost host) {
    RefreshResponse look = brought.look();
    if (look.ours() || (look.busy() && ++host.probeTries < PROBE_TRIES)) {
      return;
    }
    host.wantsProbe = false;
    host.probed = true;
    if (look.status() == 200 && look.text() != null) {
      host.missing = SoftNotFound.of(look.text());
    }
    CanonicalUrl target = look.target();
    host.probeTarget = target == null ? "" : target.text();
    refresh.probed(host);
    var waiting = java.util.List.copyOf(host.waiting);
    host.waiting.clear();
    waiting.forEach(one -> act(one.question(), host, one.look()));
  }

  private void act(PageQuestion question, OldHost host, RefreshResponse look) {
    switch (judge.step(question, host, look)) {
      case NextAction.Settle settled -> settle(question, settled, look.byHead() ? "HEAD" : "GET");
      case NextAction.Get() -> {
        question.getNext = true;
        host.queue.addFirst(question);
      }
      case NextAction.Again() -> host.queue.add(question);
      case NextAction.AwaitProbe() -> {
        host.waiting.add(new OldHost.Waiting(question, look));
        host.wantsProbe = true;
      }
      case NextAction.Follow(CanonicalUrl target) -> {
        question.follow(target);
        queue(question);
      }
    }
  }

  private void settle(PageQuestion question, NextAction.Settle settled) {
    settle(question, settled, "host");
  }

  private void settle(PageQuestion question, NextAction.Settle settled, String how) {
    open--;
    if (refresh.findings().answer(question.page) == null) {
      refresh.settle(question.page, settled.verdict(), settled.status(), settled.place(), how);
    }
    target(question, settled);
  }

  /// A redirect that led to another old page has answered that one too, where it is clear.
  private void target(PageQuestion question, NextAction.Settle settled) {
    int there =
        question.redirected() ? refresh.numbers().find(question.at.text()) : UrlNumbers.NONE;
    boolean unanswered = there != UrlNumbers.NONE && refresh.findings().answer(there) == null;
    if (unanswered && settled.verdict() == LivenessVerdict.MOVED) {
      refresh.settle(there, LivenessVerdict.LIVES, 200, "", "target");
    }
  }

  private void giveUp(OldHost host, LivenessVerdict verdict) {
    refresh.dismiss(host, verdict);
    for (Iterator<PageQuestion> left = host.queue.iterator(); left.hasNext(); ) {
      PageQuestion question = left.next();
      left.remove();
      settle(question, dead(question, verdict));
    }
    for (OldHost.Waiting one : java.util.List.copyOf(host.waiting)) {
      settle(one.question(), dead(one.question(), verdict));
    }
    host.waiting.clear();
    host.wantsProbe = false;
  }
}
