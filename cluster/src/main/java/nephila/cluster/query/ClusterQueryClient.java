package nephila.cluster.query;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import nephila.UserError;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import nephila.cluster.Ownership;
import nephila.cluster.owner.BestPages;
import nephila.cluster.owner.PartitionTotals;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.ClusterDiscovery;
import nephila.cluster.wire.OrderOut;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.PartitionAnswer;
import nephila.cluster.wire.PartitionQuery;
import nephila.cluster.wire.Payment;
import nephila.cluster.wire.Topics;
import nephila.process.UrlFilter;
import nephila.store.BrokenState;
import nephila.store.record.HostFacts;
import nephila.store.record.StoredPage;
import nephila.url.CanonicalUrl;
import nephila.url.FocusRules;
import nephila.url.PagePreference;
import nephila.url.TypeGuess;
import nephila.view.ImportanceBias;
import nephila.view.OpicPage;
import nephila.view.OpicTotals;
import nephila.view.PageExplanation;
import nephila.view.PageRanking;
import nephila.view.PageRow;
import nephila.view.PageState;
import nephila.view.PageVerdict;
import nephila.view.SiteRow;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Asks the owners of a running crawl: which pages, which sites, why. The crawl goes on meanwhile.
///
/// A question goes to every partition it concerns and is answered within about two transactions; a
/// partition that does not answer in time (its worker has just died, or none runs) is left out, and
/// every answer says how many partitions it is from and how old the oldest part is. Memory: some
/// hundred bytes for each page or site asked for, times the partitions.
///
/// Thread-safe; one question at a time.
public final class ClusterQueryClient implements AutoCloseable {
  /// The most pages or sites one can ask for.
  public static final int MOST = BestPages.MOST;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /// From how many partitions an answer is, and how old its oldest part.
  public record Basis(int answered, int asked, long ageMillis) {
    /// Whether every partition answered.
    public boolean whole() {
      return answered == asked;
    }
  }

  /// @param opic the totals of the papers' OPIC where importance is its, else null
  public record Pages(
      Basis basis, double errorBound, @Nullable OpicTotals opic, List<PageRow> pages) {}

  /// @param total sites known in all
  /// @param opic as in [Pages]
  public record Sites(Basis basis, long total, @Nullable OpicTotals opic, List<SiteRow> sites) {}

  /// @param exactRank whether every page was looked at: else the rank is the least it can be, and
  ///   there may be more payers
  /// @param out with which worker the page is, since when and until when at the latest, in words;
  ///   empty when it is not asked for now
  public record Why(Basis basis, boolean exactRank, PageExplanation explanation, String out) {}

  private final KafkaConnection connection;
  private final Topics topics;
  private final ClusterSettings settings;
  private final Ownership ownership;
  private final ClusterTotals clusterTotals;
  private final Clock clock = Clock.systemUTC();
  private final RandomGenerator ids = RandomGenerator.getDefault();
  private final ClusterImportance importance;
  private final double credit;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], byte[]> producer;

  private ClusterQueryClient(KafkaConnection connection, String crawl, ClusterSettings settings) {
    this.connection = connection;
    this.topics = new Topics(crawl);
    this.settings = settings;
    this.ownership = Ownership.of(settings);
    this.importance = new ClusterImportance(settings.plan().ledger());
    this.credit = importance.credit();
    this.clusterTotals = ClusterTotals.open(connection, crawl, settings);
    this.consumer = connection.consumer(Map.of());
    List<TopicPartition> all =
        IntStream.range(0, settings.partitions())
            .mapToObj(i -> new TopicPartition(topics.answers(), i))
            .toList();
    consumer.assign(all);
    consumer.seekToEnd(all);
    all.forEach(consumer::position); // answers count from here on
    this.producer =
        connection.producer(
            Map.of("linger.ms", 0, "delivery.timeout.ms", 10_000, "request.timeout.ms", 5_000));
  }

  /// Asks about that crawl, which must exist.
  public static ClusterQueryClient open(KafkaConnection connection, String crawl) {
    ClusterSettings settings = new CrawlRegistry(connection, crawl).crawl();
    try {
      return new ClusterQueryClient(connection, crawl, settings);
    } catch (KafkaException e) {
      throw connection.told(e);
    }
  }

  /// The settings as they are now.
  public ClusterSettings settings() {
    return clusterTotals.settings();
  }

  /// What the partitions tell by themselves.
  public ClusterTotals clusterTotals() {
    return clusterTotals;
  }

  /// The most important of those pages, as far as they are among the best of their partitions; of
  /// unread pages the best of every host.
  public synchronized Pages pages(int limit, PageRanking.Which which) {
    within(limit);
    boolean unread = which == PageRanking.Which.UNREAD;
    boolean all = unread || which == PageRanking.Which.ALL;
    PartitionQuery.Kind kind = unread ? PartitionQuery.Kind.UNREAD : PartitionQuery.Kind.TOP;
    Map<Integer, PartitionAnswer> answers =
        askAll(id -> PartitionQuery.list(kind, id, clock.millis(), all ? limit : MOST));
    double worth = worthSum();
    List<PageRow> pages = new ArrayList<>();
    for (PartitionAnswer answer : answers.values()) {
      if (answer.body() instanceof PartitionAnswer.Pages(List<PartitionAnswer.Page> best)) {
        best.stream()
            .filter(page -> which.has(page.state(), page.status()))
            .forEach(page -> pages.add(page(page, worth)));
      }
    }
    pages.sort(which == PageRanking.Which.ALL ? PageRow.BY_IMPORTANCE : PageRow.BEST_FIRST);
    List<PageRow> shown = new ArrayList<>();
    for (PageRow page : pages.subList(0, Math.min(limit, pages.size()))) {
      int rank = shown.size() + 1;
      shown.add(page.at(rank, rank));
    }
    ClusterStatus now = clusterTotals.status();
    return new Pages(
        basis(answers.values(), settings.partitions()), now.errorBound(), now.opic(), shown);
  }

  private PageRow page(PartitionAnswer.Page page, double worthSum) {
    return PageRow.of(
        page.url(),
        page.state(),
        page.status(),
        page.worth() / worthSum,
        page.cash() / credit,
        page.reads(),
        page.lastReadSeconds());
  }

  /// The most important sites.
  public synchronized Sites sites(int limit) {
    within(limit);
    Map<Integer, PartitionAnswer> answers =
        askAll(id -> PartitionQuery.list(PartitionQuery.Kind.SITES, id, clock.millis(), limit));
    double worth = worthSum();
    Map<String, SiteRow> byName = new HashMap<>();
    long total = 0;
    for (PartitionAnswer answer : answers.values()) {
      if (answer.body()
          instanceof PartitionAnswer.Sites(long known, List<PartitionAnswer.Site> best)) {
        total += known;
        for (PartitionAnswer.Site site : best) {
          double importance = (credit * site.pages() + site.received()) / worth;
          SiteRow part =
              new SiteRow(
                  site.name(),
                  importance,
                  site.pages(),
                  site.read(),
                  site.pages() - site.refused(),
                  0);
          byName.merge(site.name(), part, SiteRow::and);
        }
      }
    }
    List<SiteRow> sites = new ArrayList<>(byName.values());
    sites.sort(SiteRow.BEST_FIRST);
    List<SiteRow> shown = sites.size() > limit ? List.copyOf(sites.subList(0, limit)) : sites;
    return new Sites(
        basis(answers.values(), settings.partitions()),
        total,
        clusterTotals.status().opic(),
        shown);
  }

  /// Why a page was read when it was, or why not yet.
  ///
  /// @throws UserError when it is not known, or its owner does not answer
  public synchronized Why why(String typed, int payers) {
    within(payers);
    CanonicalUrl url = CanonicalUrl.typed(typed);
    PageKey key = PageKey.of(url);
    UrlFilter gate = new UrlFilter(settings().plan(), clock);
    PartitionAnswer told =
        askOne(ownership.of(key), id -> PartitionQuery.page(id, clock.millis(), key));
    if (!(told.body() instanceof PartitionAnswer.Story story)
        || story.introduction() == null
        || story.page() == null) {
      String refusal = gate.refusal(url, 0, false);
      throw new UserError(
          url
              + " is not known: no page read so far points to it"
              + (refusal.isEmpty() ? "" : ", and it would not be read: " + refusal));
    }
    PartitionAnswer host =
        askOne(
            ownership.home(key.site()),
            id -> PartitionQuery.host(id, clock.millis(), url.origin(), key));
    long worth = story.worth();
    Map<Integer, PartitionAnswer> around =
        askAll(
            id ->
                new PartitionQuery(
                    PartitionQuery.Kind.AROUND, id, clock.millis(), payers, key, worth, ""));
    List<PartitionAnswer> all = new ArrayList<>(around.values());
    all.add(told);
    all.add(host);
    HostFacts facts = HostFacts.NEW;
    OrderOut order = null;
    if (host.body() instanceof PartitionAnswer.HostState its && its.facts() != null) {
      facts = its.facts();
      order = its.order();
    }
    String out = order == null ? "" : out(order, ownership.home(key.site()));
    PageState stored =
        order != null && story.state() == PageState.WAITING ? PageState.UNDER_WAY : story.state();
    PageVerdict verdict =
        new PageVerdict(
            gate,
            url,
            story.introduction().depth(),
            story.introduction().isSeed(),
            stored,
            story.facts(),
            facts,
            clock.millis());
    Basis basis = basis(all, settings.partitions() + 2);
    return explain(verdict, story, story.introduction(), story.page(), around, payers, basis, out);
  }

  private String out(OrderOut order, int partition) {
    CrawlWorkers workers = CrawlWorkers.look(connection, topics);
    return DrainObstacles.words(order, partition, workers, clock.millis());
  }

  private Why explain(
      PageVerdict verdict,
      PartitionAnswer.Story story,
      ClusterDiscovery known,
      StoredPage page,
      Map<Integer, PartitionAnswer> around,
      int limit,
      Basis basis,
      String out) {
    long better = 0;
    long inLinks = 0;
    boolean whole = around.size() == settings.partitions();
    List<PageExplanation.Payer> payers = new ArrayList<>();
    for (PartitionAnswer answer : around.values()) {
      if (answer.body() instanceof PartitionAnswer.Around part) {
        better += part.better();
        inLinks += part.inLinks();
        whole &= part.whole();
        part.payers()
            .forEach(
                payer ->
                    payers.add(
                        new PageExplanation.Payer(
                            payer.url(), payer.units() / credit, payer.links())));
      }
    }
    payers.sort(Comparator.comparingDouble(PageExplanation.Payer::credits).reversed());
    double worth = story.worth();
    PageExplanation explanation =
        new PageExplanation(
            verdict.url().text(),
            verdict.state(),
            verdict.words(),
            worth / worthSum(),
            (int) Math.min(Integer.MAX_VALUE, better + 1),
            worth / credit,
            known.depth(),
            via(known.via()),
            (int) Math.min(Integer.MAX_VALUE, inLinks),
            payers.stream().limit(limit).toList(),
            rules(verdict),
            verdict.hostTurn(),
            verdict.robots(),
            page.reads(),
            page.changes(),
            verdict.lastRead(),
            verdict.reason(),
            opic(story, page),
            own(verdict.url()),
            ImportanceBias.orNull(importance.choice()),
            importance.choice().keepsLinks());
    return new Why(basis, whole, explanation, out);
  }

  /// The credits that a page was worth before anybody paid it, by a preference; null for 1.
  private @Nullable Double own(CanonicalUrl url) {
    PagePreference preference = settings.preference();
    return preference == null ? null : Double.valueOf(preference.share(url));
  }

  /// The page in the papers' terms, null where importance is the exact ledger's.
  private @Nullable OpicPage opic(PartitionAnswer.Story story, StoredPage page) {
    PartitionTotals books = clusterTotals.books();
    OpicTotals totals = importance.opic(books, 1 - settings().plan().refreshShare());
    if (totals == null) {
      return null;
    }
    long history = page.isRead() && !page.isGone() ? page.paid() : 0;
    return OpicPage.of(story.cash(), history, books.get(Sum.PAID), totals);
  }

  private List<String> rules(PageVerdict of) {
    String type = of.last() == null ? TypeGuess.of(of.url()) : of.last().mime();
    return FocusRules.parse(settings().plan().focus()).matching(of.url(), null, type).stream()
        .map(Object::toString)
        .toList();
  }

  /// The URL of the page that led there, by its key; empty for a seed.
  private String via(@Nullable PageKey via) {
    if (via == null) {
      return "";
    }
    PartitionAnswer told =
        askOne(ownership.of(via), id -> PartitionQuery.page(id, clock.millis(), via));
    return told.body() instanceof PartitionAnswer.Story story && story.introduction() != null
        ? story.introduction().url()
        : "a page of another site";
  }

  /// Names a page to start from, for this crawl as it is; to be named twice changes nothing.
  public synchronized void addSeed(String typed) {
    CanonicalUrl url = CanonicalUrl.typed(typed);
    PageKey key = PageKey.of(url);
    Payment seed = new Payment(key, 0, ClusterDiscovery.seed(url.text()));
    int owner = ownership.of(key);
    send(Set.of(owner), Payment.message(owner, List.of(seed)));
  }

  /// The number of answers asked for.
  ///
  /// @throws UserError when a running cluster does not give so many
  public static int within(int limit) {
    if (limit < 1 || limit > MOST) {
      throw new UserError(
          "limit "
              + limit
              + ": between 1 and "
              + MOST
              + " on a running cluster; for more use nephila cluster export");
    }
    return limit;
  }

  private double worthSum() {
    return Math.max(1, importance.sum(clusterTotals.books()));
  }

  private Basis basis(Collection<PartitionAnswer> answers, int asked) {
    long oldest =
        answers.stream().mapToLong(PartitionAnswer::atMillis).min().orElse(clock.millis());
    long age = Math.max(0, clock.millis() - oldest);
    return new Basis(answers.size(), asked, Math.max(age, clusterTotals.status().staleMillis()));
  }

  private PartitionAnswer askOne(int partition, LongFunction<PartitionQuery> question) {
    PartitionAnswer answer = ask(Set.of(partition), question).get(partition);
    if (answer == null) {
      throw nobody(List.of(partition));
    }
    return answer;
  }

  private Map<Integer, PartitionAnswer> askAll(LongFunction<PartitionQuery> question) {
    Set<Integer> all = new HashSet<>();
    IntStream.range(0, settings.partitions()).forEach(all::add);
    Map<Integer, PartitionAnswer> answers = ask(all, question);
    if (answers.isEmpty()) {
      throw nobody(all);
    }
    return answers;
  }

  private UserError nobody(Collection<Integer> partitions) {
    return new UserError(
        String.format(
            "no worker of crawl '%s' answers for %s; is one running? cluster status tells what was"
                + " told last, cluster export needs no worker once the crawl rests",
            topics.crawl(),
            partitions.size() == 1
                ? "partition " + partitions.iterator().next()
                : "any of its " + partitions.size() + " partitions"));
  }

  /// The answers of those partitions that answer in time.
  private Map<Integer, PartitionAnswer> ask(
      Set<Integer> partitions, LongFunction<PartitionQuery> question) {
    long id = ids.nextLong();
    PartitionQuery asked = question.apply(id);
    Map<Integer, PartitionAnswer> answers = new HashMap<>();
    try {
      send(partitions, asked.message());
      boolean takesLonger = asked.kind() == PartitionQuery.Kind.AROUND;
      Duration patience =
          takesLonger ? Duration.ofMillis(PartitionQuery.PATIENCE_MILLIS) : PATIENCE;
      long until = System.nanoTime() + patience.toNanos();
      while (answers.size() < partitions.size() && System.nanoTime() < until) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          PartitionAnswer answer = answer(record.value());
          if (answer != null && answer.id() == id) {
            answers.put(answer.partition(), answer);
          }
        }
      }
    } catch (KafkaException e) {
      throw connection.told(e);
    }
    return answers;
  }

  private static @Nullable PartitionAnswer answer(byte[] message) {
    try {
      return PartitionAnswer.of(message);
    } catch (BrokenState e) {
      return null; // not an answer: somebody else wrote there
    }
  }

  private void send(Set<Integer> partitions, byte[] message) {
    List<Future<?>> sent = new ArrayList<>();
    for (int partition : partitions) {
      sent.add(producer.send(new ProducerRecord<>(topics.transfers(), partition, null, message)));
    }
    for (Future<?> one : sent) {
      try {
        one.get();
      } catch (ExecutionException e) {
        throw connection.told(e.getCause() == null ? e : e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new UserError("interrupted", e);
      }
    }
  }

  @Override
  public synchronized void close() {
    producer.close(Duration.ofSeconds(2));
    consumer.close();
    clusterTotals.close();
  }
}
