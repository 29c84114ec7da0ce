package nephila.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import nephila.Progress;
import nephila.UserError;
import nephila.archive.Archive;
import nephila.archive.WorkerDir;
import nephila.archive.warc.ArchiveOptions;
import nephila.archive.warc.ArchivePosition;
import nephila.cluster.fetch.FetchGroup;
import nephila.cluster.fetch.KnownRequisites;
import nephila.cluster.fetch.OrderRunner;
import nephila.cluster.fetch.PageRequisites;
import nephila.cluster.owner.BoundedRocks;
import nephila.cluster.owner.CrawlTopology;
import nephila.cluster.owner.PartitionOwner;
import nephila.cluster.owner.PartitionTotals;
import nephila.cluster.query.ClusterStatus;
import nephila.cluster.query.ClusterTotals;
import nephila.cluster.wire.Topics;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.PageReader;
import nephila.fetch.Fetcher;
import nephila.politeness.PaceRules;
import nephila.process.HostProcessor;
import nephila.process.UrlFilter;
import nephila.refresh.CrawledStatus;
import nephila.url.PagePreference;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;

/// One process of a crawl on a cluster: owners of some partitions, fetchers, an archive.
public final class Worker implements AutoCloseable {
  /// How a worker runs.
  ///
  /// @param crawl the crawl's name
  /// @param dir for its archive and its part of the state
  /// @param id which of the crawl's workers it is: the same after a restart
  /// @param settings with which to begin the crawl, null to join it
  /// @param replication of topics that are made
  /// @param standbys copies of the state on other workers
  /// @param threads for owners
  /// @param commitMillis how often a transaction ends; 0 for as often as is usual
  /// @param fetch whether to fetch, or to own pages only
  public record Options(
      KafkaConnection connection,
      String crawl,
      Path dir,
      String id,
      @Nullable ClusterSettings settings,
      int replication,
      int standbys,
      int threads,
      int commitMillis,
      boolean fetch) {}

  private static final int USUAL_COMMIT_MILLIS = 200;

  /// A page that is paid again and again is sent once a transaction.
  private static final int RANKING_COMMIT_MILLIS = 1000;

  private static final Duration SYNC = Duration.ofSeconds(2);
  private static final int MOST_RESTARTS = 20;

  private final Options options;
  private final Topics topics;
  private final ClusterSettings settings;
  private final ClusterTotals clusterTotals;
  private final KafkaStreams streams;
  private final @Nullable Fetcher fetcher;
  private final @Nullable Archive archive;

  /// What pages are shown with, as far as it is archived here; null where it is not wanted.
  private final @Nullable KnownRequisites known;

  /// The rules by which pages are read that were fetched.
  private final @Nullable UrlFilter gate;

  private final @Nullable FetchGroup fetchers;
  private final TopicCleaner sweeper;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final ArrayDeque<Long> restarts = new ArrayDeque<>();
  private volatile boolean stopped;

  /// Joins the crawl, or begins it, and starts to work.
  public static Worker start(Options options) throws IOException {
    return new Worker(options, Clock.systemUTC());
  }

  private Worker(Options options, Clock clock) throws IOException {
    this.options = options;
    this.topics = new Topics(options.crawl());
    CrawlRegistry registry = new CrawlRegistry(options.connection(), options.crawl());
    ClusterSettings wanted = options.settings();
    ClusterSettings found = registry.join(wanted, options.replication());
    this.settings = wanted == null ? found : found.withOwn(wanted.plan());
    CrawlConfig plan = settings.plan();
    Files.createDirectories(options.dir());
    // Every worker names the seeds when it starts: to be named twice changes nothing.
    NamedPages.send(
        options.connection(), options.crawl(), settings, plan.seedUrls(), Progress.SILENT);
    this.clusterTotals = ClusterTotals.open(options.connection(), options.crawl(), settings);
    Ownership ownership = Ownership.of(settings);
    PagePreference preference = settings.preference();
    this.streams =
        new KafkaStreams(
            CrawlTopology.of(
                topics,
                bell ->
                    new PartitionOwner(
                        new PartitionOwner.Terms(
                            options.id(),
                            () -> clusterTotals.settings().plan(),
                            preference,
                            ownership,
                            settings.graph(),
                            clusterTotals::directive,
                            clock,
                            commitMillis()),
                        TaskId::partition,
                        bell)),
            options.connection().properties(streamsConfig()));
    streams.setUncaughtExceptionHandler(this::onFailure);
    if (options.fetch() && settings.graph() == null) {
      this.fetcher = Crawl.fetcher(plan);
      UrlFilter gate = new UrlFilter(plan, clock);
      this.gate = gate;
      PageReader reader = new PageReader(gate);
      this.known = plan.requisites() ? KnownRequisites.open(options.dir(), reader) : null;
      this.archive = plan.archive() ? openArchive(plan, clock, known) : null;
      HostProcessor hosts =
          new HostProcessor(PaceRules.usual(plan.delay()), gate.productToken(), plan.robots());
      OrderRunner errand =
          new OrderRunner(
              fetcher,
              reader,
              archive,
              hosts,
              clock,
              OrderRunner.Pause.by(clock),
              plan.workers(),
              plan.ledger().keepsLinks(),
              known == null
                  ? null
                  : new PageRequisites(plan, known, reader, gate, hosts, archive, clock));
      if (plan.depth() == 0) {
        errand.judging(CrawledStatus::of); // it follows no links: are its pages there?
      }
      this.fetchers =
          FetchGroup.start(
              options.connection(),
              topics,
              options.id(),
              errand,
              plan.workers(),
              clock,
              this::failed);
    } else {
      this.fetcher = null;
      this.gate = null;
      this.archive = null;
      this.known = null;
      this.fetchers = null;
    }
    this.sweeper = new TopicCleaner(options.connection(), topics, settings.partitions());
    streams.start();
  }

  private int commitMillis() {
    if (options.commitMillis() > 0) {
      return options.commitMillis();
    }
    return settings.graph() == null ? USUAL_COMMIT_MILLIS : RANKING_COMMIT_MILLIS;
  }

  private Map<String, Object> streamsConfig() {
    Map<String, Object> own = new HashMap<>();
    own.put(StreamsConfig.APPLICATION_ID_CONFIG, options.crawl());
    own.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    own.put(StreamsConfig.STATE_DIR_CONFIG, options.dir().resolve("state").toString());
    own.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, options.threads());
    own.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, options.standbys());
    own.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, options.replication());
    own.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commitMillis());
    // For the bell alone: what owners change they keep in memory themselves.
    own.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 4L << 20);
    own.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocks.class);
    // The usual lag leaves a restarted worker without work for minutes.
    own.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, Long.MAX_VALUE);
    own.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, 60_000L);
    own.put(StreamsConfig.consumerPrefix("group.instance.id"), options.id());
    own.put(StreamsConfig.consumerPrefix("session.timeout.ms"), FetchGroup.SESSION_MILLIS);
    own.put(StreamsConfig.consumerPrefix("heartbeat.interval.ms"), FetchGroup.HEARTBEAT_MILLIS);
    own.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
    own.put(StreamsConfig.consumerPrefix("max.partition.fetch.bytes"), KafkaConnection.MOST_BYTES);
    // A killed worker's open transaction holds its readers back no longer than this.
    own.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), 10_000);
    own.put(StreamsConfig.producerPrefix("compression.type"), "lz4");
    // Nobody sees a payment before its transaction ends, and that sends what lingers: small batches
    // would only cost.
    own.put(StreamsConfig.producerPrefix("linger.ms"), Math.min(1000, commitMillis()));
    own.put(StreamsConfig.producerPrefix("batch.size"), 128 << 10);
    own.put(StreamsConfig.producerPrefix("buffer.memory"), 96L << 20);
    own.put(StreamsConfig.consumerPrefix("fetch.min.bytes"), 64 << 10);
    own.put(StreamsConfig.consumerPrefix("fetch.max.wait.ms"), 100);
    own.put(StreamsConfig.producerPrefix("max.request.size"), KafkaConnection.MOST_BYTES);
    return own;
  }

  private Archive openArchive(CrawlConfig plan, Clock clock, @Nullable KnownRequisites known)
      throws IOException {
    ArchivePosition from = WorkerDir.committed(options.dir());
    ArchiveOptions how =
        ArchiveOptions.defaults(clock, RandomGenerator.getDefault())
            .prefix("NEPHILA_" + options.id().replaceAll("[^A-Za-z0-9]", "_"))
            .gzipLevel(plan.gzip());
    return Archive.openAt(
        options.dir(),
        how,
        from,
        behind -> {
          if (known != null) {
            known.archived(behind);
          }
        });
  }

  private StreamThreadExceptionResponse onFailure(Throwable why) {
    long now = System.nanoTime();
    synchronized (restarts) {
      restarts.addLast(now);
      while (!restarts.isEmpty() && now - restarts.getFirst() > Duration.ofMinutes(1).toNanos()) {
        restarts.removeFirst();
      }
      boolean passes = !isFull(why) && !isRefused(why);
      if (restarts.size() <= MOST_RESTARTS && passes && !stopped) {
        return StreamThreadExceptionResponse.REPLACE_THREAD;
      }
    }
    failed(why);
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }

  private static boolean isFull(Throwable why) {
    for (Throwable e = why; e != null; e = e.getCause()) {
      if (String.valueOf(e.getMessage()).contains("No space left")) {
        return true;
      }
    }
    return false;
  }

  /// Whether the brokers will never do what is asked: they are too old, or do not allow it.
  private static boolean isRefused(Throwable why) {
    for (Throwable e = why; e != null; e = e.getCause()) {
      if (e instanceof UnsupportedVersionException
          || e instanceof AuthenticationException
          || e instanceof AuthorizationException) {
        return true;
      }
    }
    return false;
  }

  private void failed(Throwable why) {
    failure.compareAndSet(null, why);
  }

  /// What this worker did with what pages are shown with, in words; empty where that was nothing.
  public String requisites() {
    return known == null ? "" : known.told();
  }

  /// The crawl's settings.
  public ClusterSettings settings() {
    return settings;
  }

  public PartitionTotals books() {
    return clusterTotals.books();
  }

  public ClusterStatus status() {
    return clusterTotals.status();
  }

  /// Works until it is stopped, the crawl is stopped or, if asked to, finished; `listener` hears
  /// how it goes about every half second.
  ///
  /// @throws UserError when it cannot go on
  public ClusterStatus run(boolean untilFinished, Consumer<ClusterStatus> listener)
      throws InterruptedException {
    long synced = System.nanoTime();
    CrawlConfig plan = settings.plan();
    int finished = 0;
    while (!stopped) {
      Thread.sleep(500);
      Throwable why = failure.get();
      if (why != null) {
        throw told(why);
      }
      CrawlConfig told = clusterTotals.settings().plan();
      if (gate != null && told != plan) {
        plan = told;
        gate.rules(plan);
      }
      ClusterStatus now = status();
      listener.accept(now);
      finished = now.finished() ? finished + 1 : 0;
      if (now.wanted() == CrawlRegistry.State.STOPPED || (untilFinished && finished >= 4)) {
        break;
      }
      if (System.nanoTime() - synced > SYNC.toNanos()) {
        sync();
        synced = System.nanoTime();
      }
    }
    return status();
  }

  private UserError told(Throwable why) {
    if (isFull(why)) {
      return new UserError(
          "the disk of "
              + options.dir()
              + " is full; the other workers go on with its pages: make room and start it again",
          why);
    }
    return why instanceof org.apache.kafka.common.KafkaException kafka
        ? options.connection().told(kafka)
        : new UserError(
            "worker "
                + options.id()
                + " cannot go on: "
                + why
                + "; what was done is kept, start it again",
            why);
  }

  private void sync() {
    if (archive != null) {
      try {
        if (known != null) {
          known.syncBegins();
        }
        WorkerDir.commit(options.dir(), archive.sync());
        if (known != null) {
          known.synced();
        }
      } catch (IOException e) {
        failed(e);
      }
    }
  }

  /// Ends [#run] from another thread.
  public void stop() {
    stopped = true;
  }

  @Override
  public void close() throws IOException {
    stopped = true;
    sweeper.close();
    if (fetchers != null) {
      fetchers.close();
    }
    // Where all workers end, nobody is to take over what this one leaves.
    boolean othersGoOn = clusterTotals.wanted() != CrawlRegistry.State.STOPPED;
    streams.close(
        new KafkaStreams.CloseOptions().timeout(Duration.ofSeconds(15)).leaveGroup(othersGoOn));
    clusterTotals.close();
    if (fetcher != null) {
      fetcher.close();
    }
    if (archive != null) {
      try {
        sync();
        archive.close();
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
    if (known != null) {
      known.close();
    }
  }
}
