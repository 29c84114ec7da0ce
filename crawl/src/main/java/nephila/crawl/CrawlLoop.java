package nephila.crawl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;
import nephila.archive.Archive;
import nephila.archive.FaultPoint;
import nephila.archive.warc.ArchivedPlace;
import nephila.archive.warc.PackedExchange;
import nephila.config.CrawlConfig;
import nephila.frontier.Frontier;
import nephila.process.HostProcessor;
import nephila.process.HostState;
import nephila.process.Tally;
import nephila.process.UrlFilter;
import nephila.store.CrawlStore;
import nephila.view.CrawlStatus;
import nephila.view.ImportanceMarks;
import org.jspecify.annotations.Nullable;

/// Runs a crawl until nothing is left to read or a limit is reached: starts the fetches that
/// [VisitChooser] chooses, enters their results, pushes stored pages, commits.
///
/// - W1 what is entered is in the archive, in the order of entering: the position committed with
///   the state is behind everything the state knows.
/// - W2 no more than `workers` fetches are under way, not counting those that a slow server keeps
///   waiting ([InFlightLimit]), no more than `connections` at one host, none before its host is
///   due.
///
/// One thread runs it; fetches and [CrawlControl] pass results and orders to it through queues.
final class CrawlLoop {
  private static final long COMMIT_MILLIS = 5000;

  /// Stored pages are pushed to this bound before the crawl ends.
  private static final double FINAL_BOUND = 1e-5;

  private static final int BATCH = 256;

  /// How long a crawl that is told to stop waits for the fetches under way.
  private static final long STOP_MILLIS = 5000;

  /// A crawl ends, to be resumed later, when every host wants to be left alone for longer.
  private static final long PATIENCE_MILLIS = 600_000;

  private final CrawlStore store;
  private final @Nullable Archive archive;
  private final CrawlFrontier hosts;
  private final Frontier<HostState> frontier;
  private final StoreUpdater updater;
  private final RequisiteUpdater requisites;
  private final UrlFilter filter;
  private final VisitChooser chooser;
  private final Tally tally;
  private final StatusBoard board;
  private final FetchWorker worker;
  private final InstantSource clock;
  private final BackgroundPushes pushes;
  private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
  private final List<FetchResult> batch = new ArrayList<>();
  private CrawlConfig plan;
  private volatile boolean paused;

  /// Reads only what is wanted, and waits for more to be wanted.
  private boolean held;

  private String stopReason = "";
  private long stopMillis;
  private final FetchesInFlight<FetchResult> fetches = new FetchesInFlight<>();
  private long committedMillis;
  private final ImportanceMarks marks;
  private final @Nullable DigestIndex digests;
  private long markedMillis;
  private long startedMillis;
  private long startedFetched;

  /// Up to where the state has entered the archive; stays while nothing is archived.
  private String position;

  CrawlLoop(
      Parts parts,
      FetchWorker worker,
      CrawlConfig plan,
      InstantSource clock,
      RandomGenerator random) {
    this.store = parts.store();
    this.archive = parts.archive();
    this.position = parts.position();
    this.marks = parts.marks();
    this.digests = parts.digests();
    this.hosts = parts.frontier();
    this.frontier = hosts.frontier();
    this.updater = parts.updater();
    this.requisites = updater.requisites();
    this.filter = parts.filter();
    this.tally = parts.tally();
    this.board = parts.board();
    this.worker = worker;
    this.plan = plan;
    this.clock = clock;
    this.chooser = new VisitChooser(parts, random);
    this.pushes = new BackgroundPushes(store, frontier, plan.pushes());
  }

  /// The parts that the loop drives.
  record Parts(
      CrawlStore store,
      @Nullable Archive archive,
      String position,
      CrawlFrontier frontier,
      StoreUpdater updater,
      HostProcessor hosts,
      UrlFilter filter,
      Tally tally,
      StatusBoard board,
      ImportanceMarks marks,
      @Nullable DigestIndex digests) {}

  /// Has the thread of the loop run an order between two turns.
  void order(Runnable order) {
    orders.add(order);
    fetches.wake();
  }

  /// Turns to the end; returns how it stands then.
  CrawlStatus run(CrawlListener listener) {
    startedMillis = clock.millis();
    committedMillis = startedMillis;
    markedMillis = startedMillis;
    startedFetched = tally.fetched();
    updater.tell(listener);
    while (true) {
      obey();
      enterAll();
      boolean settled = pushes.urgent();
      pushes.sweep();
      long now = clock.millis();
      send(now);
      if (now - committedMillis >= COMMIT_MILLIS || store.wantsCommit()) {
        commit();
      }
      if (ImportanceMarks.isDue(markedMillis, now)) {
        mark(now);
      }
      board.show(listener, status(now), now);
      if (fetches.isQuiet() && (fetches.size() == 0 ? ended(now) : overdue(now))) {
        break;
      }
      if (settled) {
        restOrAwait(now);
      }
    }
    store.ledger().settle(FINAL_BOUND);
    commit();
    long now = clock.millis();
    mark(now);
    board.end(new StatusBoard.Moment(CrawlStatus.DONE, stopReason, now - startedMillis, 0), now);
    listener.progress(board.last());
    return board.last();
  }

  /// Nothing is to be entered: pushes what can wait, then waits.
  private void restOrAwait(long now) {
    while (pushes.idle(fetches.isQuiet())) {
      if (!fetches.isQuiet()) {
        return;
      }
    }
    if (fetches.isQuiet()) {
      await(now);
    }
  }

  private void mark(long now) {
    markedMillis = now;
    try {
      marks.add(store, Instant.ofEpochMilli(now));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private StatusBoard.Moment status(long now) {
    String state =
        !stopReason.isEmpty()
            ? CrawlStatus.STOPPING
            : paused ? CrawlStatus.PAUSED : CrawlStatus.RUNNING;
    return new StatusBoard.Moment(state, stopReason, now - startedMillis, fetches.size());
  }

  private void obey() {
    for (Runnable order = orders.poll(); order != null; order = orders.poll()) {
      order.run();
    }
  }

  /// Waits until a result comes, a host is due or a second has passed.
  private void await(long now) {
    long pagesDue = limitReached().isEmpty() ? frontier.nextDueMillis(now) : Long.MAX_VALUE;
    long until = Math.min(Math.min(pagesDue, requisites.nextDueMillis()), now + 1000);
    boolean full = !fetches.hasRoom(plan.workers(), now);
    long millis = full ? 1000 : Math.max(1, until - now);
    try {
      FetchResult first =
          fetches.await(
              clock instanceof WaitingClock simulated
                  ? simulated.await(millis, fetches.size())
                  : millis);
      if (first != null) {
        batch.add(first);
      }
    } catch (InterruptedException e) {
      stop("interrupted");
    }
  }

  private void enterAll() {
    while (batch.size() < BATCH) {
      FetchResult next = fetches.poll();
      if (next == null) {
        break;
      }
      batch.add(next);
    }
    if (batch.isEmpty()) {
      return;
    }
    pushes.earn(batch.size());
    List<ArchivedPlace> kept = keep();
    Instant now = clock.instant();
    for (int i = 0; i < batch.size(); i++) {
      FetchResult next = batch.get(i);
      ArchivedPlace place = kept.isEmpty() ? null : kept.get(i);
      if (digests != null && place != null) {
        digests.archived(next.exchange(), place);
      }
      updater.enter(next, place, now);
    }
    batch.clear();
    FaultPoint.ENTERED.passedQuietly();
  }

  private List<ArchivedPlace> keep() {
    if (archive == null) {
      return List.of();
    }
    List<PackedExchange> prepared = new ArrayList<>(batch.size());
    for (FetchResult result : batch) {
      prepared.add(java.util.Objects.requireNonNull(result.prepared()));
    }
    try {
      return archive.append(prepared);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Starts fetches while there are free workers, budget, and hosts that are due.
  private void send(long now) {
    if (paused || !stopReason.isEmpty()) {
      return;
    }
    if (plan.maxTime().isPositive() && now - startedMillis >= plan.maxTime().toMillis()) {
      stop("--max-time reached");
      return;
    }
    if (plan.untilWorth() > 0 && !held && board.waitingShare() < plan.untilWorth()) {
      stop("--until-worth reached");
      return;
    }
    while (fetches.hasRoom(plan.workers(), now)) {
      String limit = limitReached();
      FetchTask task = chooser.choose(now, limit.isEmpty());
      if (task == null) {
        if (!limit.isEmpty() && fetches.size() == 0 && !requisitesLeft(now)) {
          stop(limit);
        }
        return;
      }
      if (task.kind() == FetchTask.Kind.REQUISITE) {
        requisites.begins();
      }
      frontier.begins(task.queue(), task.slot(), now);
      fetches.start(task.host().origin(), now, () -> worker.run(task));
    }
  }

  /// The limit that lets no further page be read; empty while there is none.
  private String limitReached() {
    int pages = fetches.size() - requisites.underWay();
    if (!held && plan.maxPages() > 0 && tally.fetched() + pages >= plan.maxPages()) {
      return "--max-pages reached";
    }
    return plan.budget() > 0 && tally.fetched() - startedFetched + pages >= plan.budget()
        ? "--budget spent"
        : "";
  }

  /// Whether requisites of pages that were read can be fetched before the patience ends.
  private boolean requisitesLeft(long now) {
    return requisites.nextDueMillis() - now <= PATIENCE_MILLIS;
  }

  private boolean overdue(long now) {
    return !stopReason.isEmpty() && now - stopMillis > STOP_MILLIS;
  }

  private boolean ended(long now) {
    if (!stopReason.isEmpty()) {
      return true;
    }
    if (paused || held || plan.continuous()) {
      return false;
    }
    long due = Math.min(frontier.leftAtMillis(now), requisites.nextDueMillis());
    if (due == Long.MAX_VALUE && pushes.search()) {
      return false;
    }
    if (due == Long.MAX_VALUE) {
      stopReason =
          ReadingOrder.fillsUp(plan) && frontier.queuedAgain() > 0
              ? "nothing left to read, and no page as old as --min-age"
              : "nothing left to read";
      return true;
    }
    if (updater.nobodyAnswers()) {
      stopReason = "no seed answers";
      return true;
    }
    if (due - now > PATIENCE_MILLIS) {
      stopReason = "the hosts that are left want to be left alone; resume later";
      return true;
    }
    return false;
  }

  /// Settles what needs no request, and commits.
  void settle() {
    if (plan.robots()) {
      updater.forbidWhatRobotsForbid(clock.instant());
    }
    store.ledger().settle(FINAL_BOUND);
    commit();
  }

  void commit() {
    try {
      if (archive != null) {
        position = archive.position().toString();
        FaultPoint.COMMIT_POSITION_TAKEN.passed();
        archive.sync();
        if (digests != null) {
          digests.commit();
        }
      }
      FaultPoint.COMMIT_ARCHIVE_SYNCED.passed();
      hosts.hosts().save(frontier);
      FaultPoint.COMMIT_BEFORE_BATCH.passed();
      store.ledger().time(clock.millis());
      store.commit(
          CommitNotes.of(position, tally, filter, updater.steering(), clock, hosts.model()));
      FaultPoint.COMMIT_BATCH_WRITTEN.passed();
      store.sync();
      FaultPoint.COMMIT_SYNCED.passed();
      committedMillis = clock.millis();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The methods below are called on the thread of the loop.

  void stop(String reason) {
    if (stopReason.isEmpty()) {
      stopReason = reason;
      stopMillis = clock.millis();
    }
  }

  void pause(boolean on) {
    paused = on;
  }

  boolean paused() {
    return paused;
  }

  /// Makes the crawl read only the pages that are [#want]ed, whatever the limits say, and not end
  /// by itself.
  void hold() {
    held = true;
    long now = clock.millis();
    for (int slot = 0; slot < store.pages().size(); slot++) {
      frontier.remove(slot, now);
    }
  }

  /// These pages are to be read, whatever the rules say.
  void want(int... slots) {
    long now = clock.millis();
    for (int slot : slots) {
      if (!store.pages().isRead(slot)) {
        store.recall(slot);
        frontier.add(slot, now);
      }
    }
  }

  /// Counts the pages that may still be read within the patience: not read yet, and their host not
  /// to be left alone for longer.
  int awaited(int[] slots, long patienceMillis) {
    return left(slots, patienceMillis).length;
  }

  /// The same, which ones they are.
  int[] left(int[] slots, long patienceMillis) {
    long until = clock.millis() + patienceMillis;
    return Arrays.stream(slots)
        .filter(slot -> !store.pages().isRead(slot) && frontier.queueOf(slot).dueMillis() <= until)
        .toArray();
  }

  CrawlConfig plan() {
    return plan;
  }

  /// Exchanges the rules; pages known are judged again by them.
  void rules(CrawlConfig changed) {
    plan = changed;
    boolean focus = filter.rules(changed);
    hosts.rereads(changed);
    long now = clock.millis();
    updater.rules(changed, focus, now);
    frontier.reorder(now);
    changed.seedUrls().forEach(seed -> updater.seed(seed, now));
  }
}
