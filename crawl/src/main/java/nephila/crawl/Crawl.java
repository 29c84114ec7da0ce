package nephila.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.util.random.RandomGenerator;
import nephila.UserError;
import nephila.archive.Archive;
import nephila.archive.FaultPoint;
import nephila.archive.Replayed;
import nephila.archive.warc.ArchiveOptions;
import nephila.archive.warc.ArchivePosition;
import nephila.archive.warc.Notes;
import nephila.config.CrawlConfig;
import nephila.config.Settings;
import nephila.fetch.Fetcher;
import nephila.fetch.http.HttpFetcher;
import nephila.frontier.Frontier;
import nephila.frontier.HostQueue;
import nephila.ledger.PageTable;
import nephila.links.Requisite;
import nephila.politeness.PaceRules;
import nephila.politeness.SteadyClock;
import nephila.process.HostProcessor;
import nephila.process.HostState;
import nephila.process.PageFindings;
import nephila.process.RobotsFetch;
import nephila.process.Tally;
import nephila.process.UrlFilter;
import nephila.store.CrawlStore;
import nephila.store.KeptPreference;
import nephila.store.record.AwaitedRequisite;
import nephila.store.record.ReadFacts;
import nephila.store.record.RowPrint;
import nephila.url.AddressPolicy;
import nephila.url.CanonicalUrl;
import nephila.view.CrawlStatus;
import nephila.view.ImportanceMarks;
import org.jspecify.annotations.Nullable;

/// A crawl in a crawl dir: begun, or gone on with.
///
/// ```java
/// CrawlConfig config = CrawlConfig.of("http://127.0.0.1:8000/").checked();
/// try (Crawl crawl = Crawl.open(dir, config)) {
///   crawl.run(CrawlListener.SILENT);
/// }
/// ```
///
/// The crawl dir holds `archive/*.warc.gz`, `indexes/index.cdxj`, `crawl.log`, `plan.yaml`,
/// `state/`, and `preference.tsv` where there is one; it can be copied while no crawl runs in it.
/// Opening after a crash enters what the archive has and the state has not, without a request.
/// Without an archive, what was read since the last commit is read again.
///
/// One process at a time; [#run] once; [#control] and [#status] from any thread.
public final class Crawl implements AutoCloseable {
  /// The world outside the crawl: time, chance, the web.
  ///
  /// @param fetcher who asks the web; null for the usual
  public record World(Clock clock, RandomGenerator random, @Nullable Fetcher fetcher) {
    public static World real() {
      return new World(SteadyClock.ofSystem(), RandomGenerator.getDefault(), null);
    }
  }

  private final Path dir;
  private final CrawlStore store;
  private final @Nullable Archive archive;
  private final Fetcher fetcher;
  private final @Nullable DigestIndex digests;
  private final StatusBoard board;
  private final CrawlLoop loop;
  private final CrawlControl control;
  private final ChangeLog changes;
  private volatile CrawlConfig plan;
  private int replayed;

  /// The latest time that state or archive tell of.
  private long latestMillis;

  public static Crawl open(Path dir, CrawlConfig plan) throws IOException {
    return open(dir, plan, World.real());
  }

  public static Crawl open(Path dir, CrawlConfig plan, World world) throws IOException {
    return open(dir, plan, world, memoryBytes(plan, Runtime.getRuntime().maxMemory()));
  }

  /// The same with so many bytes of memory for known pages, whatever the plan says.
  static Crawl open(Path dir, CrawlConfig wanted, World world, long memory) throws IOException {
    Files.createDirectories(dir);
    CrawlConfig plan = wanted.with("preference", KeptPreference.into(dir, wanted.preference()));
    CrawlStore store = CrawlStore.open(dir, plan.ledger(), memory);
    try {
      FaultPoint.STATE_OPENED.passed();
      return new Crawl(dir, plan, world, store);
    } catch (IOException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private Crawl(Path dir, CrawlConfig plan, World world, CrawlStore store) throws IOException {
    this.dir = dir;
    this.plan = plan;
    this.store = store;
    UrlFilter filter = new UrlFilter(plan, world.clock());
    boolean judgeAgain = filter.resume(store::note);
    CrawlFrontier ordered = CrawlFrontier.of(store, filter, plan);
    Frontier<HostState> frontier = ordered.frontier();
    Tally tally = new Tally();
    store.note("tally").ifPresent(tally::resume);
    this.latestMillis = store.note("clock").map(Long::parseLong).orElse(0L);
    PaceRules pace = PaceRules.usual(plan.delay());
    HostProcessor hosts = new HostProcessor(pace, filter.productToken(), plan.robots());
    StoreUpdater updater = new StoreUpdater(store, frontier, filter, tally, hosts, plan);
    updater.load();
    PageReader reader = new PageReader(filter);
    ArchivedRowReader rows = new ArchivedRowReader(dir, reader);
    store.archivedRows(rows);
    this.digests =
        plan.archive() && !plan.dedup().isEmpty() ? DigestIndex.open(dir, plan.dedup()) : null;
    boolean kept = plan.archive() || Files.exists(dir.resolve("archive"));
    Archive opened = kept ? openArchive(world, frontier, updater, reader) : null;
    String position = opened == null ? "" : opened.position().toString();
    if (opened != null && !plan.archive()) {
      // What earlier runs archived is entered all the same; only nothing is added to it.
      opened.close();
    }
    this.archive = plan.archive() ? opened : null;
    this.fetcher =
        world.fetcher() == null
            ? fetcherFor(plan).clock(world.clock(), System::nanoTime).build()
            : world.fetcher();
    this.board = new StatusBoard(name(dir), store, frontier, tally, updater.requisites()::awaited);
    FetchWorker worker = new FetchWorker(fetcher, archive, reader, store.choice(), rows, digests);
    CrawlLoop.Parts parts =
        new CrawlLoop.Parts(
            store,
            archive,
            position,
            ordered,
            updater,
            hosts,
            filter,
            tally,
            board,
            new ImportanceMarks(dir),
            digests);
    this.loop = new CrawlLoop(parts, worker, plan, world.clock(), world.random());
    this.control = new CrawlControl(this, loop);
    this.changes = ChangeLog.open(dir, world.clock());
    long now = world.clock().millis();
    ordered.hosts().clockWasSetBack(frontier, latestMillis - now, now);
    if (judgeAgain) {
      updater.judgeFocusAgain();
    }
    queue(frontier, updater, now);
    ordered.rereads(plan);
    keep(plan);
    loop.commit();
  }

  /// The memory for known pages: the usual one is at most a quarter of the heap, since rows, queues
  /// and what is under way need as much again and more.
  ///
  /// @throws UserError when more than half of the heap is asked for
  public static long memoryBytes(CrawlConfig plan, long heapBytes) {
    long wanted = (long) plan.memory() << 20;
    if (plan.memory() == CrawlConfig.usual().memory()) {
      return Math.min(wanted, heapBytes / 4);
    }
    if (wanted > heapBytes / 2) {
      throw new UserError(
          String.format(
              "--memory %d: at most half of the %,d MiB that this process may use; give --memory %d"
                  + " or less, or allow more with NEPHILA_OPTS=-Xmx%dg",
              plan.memory(), heapBytes >> 20, heapBytes / 2 >> 20, (wanted * 2 >> 30) + 1));
    }
    return wanted;
  }

  private static String name(Path dir) {
    Path name = dir.toAbsolutePath().normalize().getFileName();
    return name == null ? "" : name.toString();
  }

  private Archive openArchive(
      World world, Frontier<HostState> frontier, StoreUpdater updater, PageReader reader)
      throws IOException {
    ArchiveOptions options =
        ArchiveOptions.defaults(world.clock(), world.random()).gzipLevel(plan.gzip());
    ArchivePosition from =
        store
            .note("archive")
            .filter(text -> !text.isEmpty())
            .map(ArchivePosition::parse)
            .orElse(ArchivePosition.START);
    return Archive.openAt(dir, options, from, one -> replay(one, frontier, updater, reader));
  }

  /// Enters a read that is in the archive and not in the state.
  private void replay(
      Replayed one, Frontier<HostState> frontier, StoreUpdater updater, PageReader reader) {
    CanonicalUrl url = CanonicalUrl.ofCanonical(one.exchange().url());
    var more = one.notes().more();
    FetchTask.Kind kind =
        FetchTask.Kind.valueOf(more.getOrDefault(nephila.archive.warc.Notes.ERRAND, "PAGE"));
    HostQueue<HostState> queue = frontier.queue(store.host(url.origin()));
    int slot = PageTable.NO_PAGE;
    int depth = 0;
    if (kind == FetchTask.Kind.PAGE) {
      slot = updater.replayed(url);
      depth = store.discovery(slot).depth();
    }
    AwaitedRequisite requisite = null;
    if (kind == FetchTask.Kind.REQUISITE) {
      String via = one.notes().via();
      requisite =
          updater
              .requisites()
              .replayed(
                  url,
                  via == null ? "" : via,
                  Requisite.Kind.valueOf(more.getOrDefault(Notes.REQUISITE, "RESOURCE")));
    }
    FetchTask task =
        new FetchTask(
            kind,
            queue,
            slot,
            url,
            depth,
            one.notes().via(),
            ReadFacts.Reason.REPLAY,
            one.notes().importance(),
            slot == PageTable.NO_PAGE ? 0 : store.ledger().worth(slot),
            0,
            null,
            RowPrint.NONE,
            null,
            requisite);
    boolean robots = kind == FetchTask.Kind.ROBOTS;
    PageFindings findings =
        robots
            ? PageFindings.NOTHING
            : more.containsKey(Notes.FOUND)
                ? FoundNotes.of(one.notes())
                : requisite != null
                    ? reader.requisite(url, requisite.kind(), one.exchange())
                    : more.containsKey(Notes.SOFT_404)
                        ? PageFindings.MISSING
                        : reader.read(task, one.exchange());
    Instant ended =
        one.exchange().started().plusMillis(one.exchange().circumstances().wholeMillis());
    latestMillis = Math.max(latestMillis, ended.toEpochMilli());
    if (digests != null) {
      digests.replayed(one.exchange(), one.kept());
    }
    updater.enter(
        new FetchResult(
            task,
            one.exchange(),
            findings,
            robots ? RobotsFetch.answer(one.exchange()) : null,
            null,
            0,
            true),
        one.kept(),
        ended);
    replayed++;
  }

  private void queue(Frontier<HostState> frontier, StoreUpdater updater, long nowMillis) {
    PageTable pages = store.pages();
    for (int slot = 0; slot < pages.size(); slot++) {
      if (!pages.isRead(slot) && !pages.isDropped(slot)) {
        frontier.add(slot, nowMillis);
      }
    }
    for (CanonicalUrl seed : plan.seedUrls()) {
      updater.seed(seed, nowMillis);
    }
  }

  /// The fetcher that asks the web as the plan says.
  public static Fetcher fetcher(CrawlConfig plan) {
    return fetcherFor(plan).build();
  }

  /// The usual way to ask the web for what this plan wants, to be changed before it is built.
  public static HttpFetcher.Builder fetcherFor(CrawlConfig plan) {
    AddressPolicy policy =
        plan.allowPrivate()
            ? AddressPolicy.allowingPrivate()
            : AddressPolicy.forSeeds(plan.seedUrls(), plan.allowNetwork());
    String version = String.valueOf(Crawl.class.getPackage().getImplementationVersion());
    String agent = plan.userAgent(version.equals("null") ? "dev" : version);
    HttpFetcher.Builder builder =
        HttpFetcher.builder(agent, policy::allows)
            .maxBodyBytes(plan.maxBytes())
            .cookies(plan.cookies())
            .acceptBadCertificates(plan.insecure())
            .timeouts(shorter(plan.timeout(), 10), shorter(plan.timeout(), 30), plan.timeout())
            .keepAlive(Math.max(64, 2 * plan.workers()), java.time.Duration.ofSeconds(30));
    if (!plan.proxy().isEmpty()) {
      builder.proxy(plan.proxyHost(), plan.proxyPort());
    }
    return builder;
  }

  private static java.time.Duration shorter(java.time.Duration whole, int seconds) {
    java.time.Duration limit = java.time.Duration.ofSeconds(seconds);
    return whole.compareTo(limit) < 0 ? whole : limit;
  }

  /// Settles what needs no request: pages that robots.txt forbids, and payments not yet passed on.
  void settle() {
    loop.settle();
  }

  /// Crawls until nothing is left or a rule says stop; returns how it stands then.
  public CrawlStatus run(CrawlListener listener) {
    return loop.run(listener);
  }

  public CrawlControl control() {
    return control;
  }

  /// How it stands.
  public CrawlStatus status() {
    return board.last();
  }

  /// The pages and the ledger; for the thread that ran the crawl, once [#run] has returned.
  public CrawlStore store() {
    return store;
  }

  /// Answers of this run that were archived already, and kept without their bytes.
  public long revisits() {
    return digests == null ? 0 : digests.saved();
  }

  /// Bytes that were not archived again.
  public long bytesNotArchivedAgain() {
    return digests == null ? 0 : digests.savedBytes();
  }

  public CrawlConfig plan() {
    return plan;
  }

  public Path dir() {
    return dir;
  }

  /// Who changed what of it.
  public ChangeLog changes() {
    return changes;
  }

  /// Reads entered from the archive when it was opened, which a crash had kept from the state.
  public int replayed() {
    return replayed;
  }

  /// Writes the plan to `plan.yaml`, whole or not at all.
  void keep(CrawlConfig changed) {
    plan = changed;
    try {
      Path file = dir.resolve("plan.yaml");
      Path part = dir.resolve("plan.yaml.part");
      Files.writeString(part, Settings.toYaml(changed));
      FaultPoint.PLAN_WRITTEN.passed();
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      FaultPoint.PLAN_MOVED.passed();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      fetcher.close();
      changes.close();
      if (archive != null) {
        archive.close();
      }
    } finally {
      if (digests != null) {
        digests.close();
      }
      store.close();
    }
  }
}
