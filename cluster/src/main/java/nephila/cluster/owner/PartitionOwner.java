package nephila.cluster.owner;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import nephila.cluster.Ownership;
import nephila.cluster.RankedGraph;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.CrawlDirective;
import nephila.cluster.wire.GraphKeys;
import nephila.cluster.wire.GraphRows;
import nephila.cluster.wire.MovedHost;
import nephila.cluster.wire.MovedLedger;
import nephila.cluster.wire.MovedPage;
import nephila.cluster.wire.OfferedPage;
import nephila.cluster.wire.OrderOut;
import nephila.cluster.wire.OrderResult;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.PageKeys;
import nephila.cluster.wire.PartitionAnswer;
import nephila.cluster.wire.PartitionQuery;
import nephila.cluster.wire.Payment;
import nephila.cluster.wire.ReturnedVisits;
import nephila.cluster.wire.VirtualPagePayment;
import nephila.cluster.wire.Wire;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.process.UrlFilter;
import nephila.store.BrokenState;
import nephila.store.PageStore;
import nephila.store.record.BinaryRecord;
import nephila.url.PagePreference;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// Owns the pages of one partition: enters results and payments, pushes, orders.
///
/// - O1 when a transaction ends everything is in the stores or handed to Kafka: accounts, hosts and
///   totals that changed are written then, once ([BeforeCommitHook]), with the payments not sent
///   yet. A commit at any moment, and a death at any moment, leave whole records done or undone.
/// - O2 a result is entered only if it answers the host's order that is out: a fetch repeated after
///   a crash pays nothing.
/// - O3 a record that does not parse changes nothing, is counted, and goes to the topic `aside`.
///
/// Kafka Streams makes one for every partition a worker has, and calls it from one thread.
public final class PartitionOwner implements Processor<byte[], byte[], byte[], byte[]> {
  static final String TRANSFERS = "transfers";
  static final String ORDERS = "orders";
  static final String TOTALS = "totals";
  static final String ANSWERS = "answers";
  static final String ASIDE = "aside";
  static final Duration TICK = Duration.ofMillis(100);

  /// The note with the totals.
  public static final String TOTALS_NOTE = "totals";

  /// The note with the payments that were made and not sent when the transaction ended, empty when
  /// there were none.
  public static final String UNSENT_NOTE = "unsent";

  /// Payments a tick along links of stored pages when there is nothing else to do.
  private static final long PUSHES_A_TICK = 20_000;

  /// Payments along links of stored pages that a read earns while the crawl goes on: what keeps the
  /// topics from flooding.
  private static final long PAYMENTS_A_READ = Long.getLong("nephila.cluster.payments", 50);

  /// The same where not all pages of the partition are in memory, which pushes would bring there.
  private static final long PAYMENTS_A_READ_FROM_DISK = 6;

  /// The payments that can be saved up.
  private static final long MOST_EARNED = 200_000;

  /// A look at the pages in memory for smaller residuals costs as much as a payment for so many.
  private static final int PAGES_A_PAYMENT = 4;

  /// Totals that change are told this often; those that do not, now and then, as a sign of life.
  private static final long TOTALS_MILLIS = 500;

  private static final long SIGN_OF_LIFE_MILLIS = 5000;

  /// Pages that are not in memory are looked through this often, some at a time.
  private static final long SWEEP_MILLIS = 1000;

  /// More payments than this are sent at once.
  private static final int MOST_UNSENT = 20_000;

  /// What all owners of a worker go by.
  ///
  /// @param worker its name
  /// @param plan as it is now: settings may change while the crawl runs
  /// @param preference how the virtual page pays, null where it pays all pages alike
  /// @param graph what is ranked in place of a crawl; null for a crawl
  /// @param commitMillis how often a transaction ends, about
  public record Terms(
      String worker,
      Supplier<CrawlConfig> plan,
      @Nullable PagePreference preference,
      Ownership ownership,
      @Nullable RankedGraph graph,
      Supplier<CrawlDirective> directive,
      Clock clock,
      long commitMillis) {}

  private final Terms terms;
  private CrawlConfig plan;
  private final Ownership ownership;
  private final Clock clock;
  private final ToIntFunction<TaskId> numbering;
  private final BeforeCommitHook hook;
  private final PageKeys keyer = new PageKeys();

  private ProcessorContext<byte[], byte[]> context;
  private KafkaBackend backend;
  private KeyValueStore<byte[], byte[]> beforeCommit;
  private int partition;
  private PartitionTotals totals;
  private PartitionLedger ledger;
  private PartitionFrontier frontier;
  private OrderDispatcher dispatcher;
  private PartitionQueryHandler queries;

  /// Null in a crawl.
  private @Nullable PartitionRanking ranking;

  private PartitionTotals told = new PartitionTotals();
  private boolean busy;
  private long readsSeen;

  /// Payments that may be made while the crawl goes on.
  private long earned;

  private long toldMillis;

  /// Whether the totals told last say that orders are given.
  private boolean toldRunning;

  private long sweptMillis;
  private long savedMillis;

  /// The transaction after which a ranking went on to smaller residuals.
  private long deepenedMillis = -1;

  private boolean unsentKept;

  /// @param numbering the partition of a task of Kafka Streams
  @SuppressWarnings("NullAway.Init")
  public PartitionOwner(Terms terms, ToIntFunction<TaskId> numbering, BeforeCommitHook hook) {
    this.terms = terms;
    this.plan = terms.plan.get();
    this.ownership = terms.ownership;
    this.clock = terms.clock;
    this.numbering = numbering;
    this.hook = hook;
  }

  /// The messages that the note [#UNSENT_NOTE] holds.
  public static List<byte[]> unsent(byte[] note) {
    return Outbox.messages(note);
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> given) {
    context = given;
    partition = numbering.applyAsInt(given.taskId());
    KeyValueStore<byte[], byte[]> hosts = given.getStateStore(CrawlTopology.HOSTS);
    backend =
        new KafkaBackend(
            given.getStateStore(CrawlTopology.PAGES),
            given.getStateStore(CrawlTopology.URLS),
            given.getStateStore(CrawlTopology.ROWS),
            hosts);
    beforeCommit = given.getStateStore(BeforeCommitHook.STORE);
    hook.answer(given.taskId(), this::save);
    byte[] kept = backend.note(TOTALS_NOTE);
    totals = kept == null ? new PartitionTotals() : PartitionTotals.take(new BinaryRecord(kept));
    plan = terms.plan.get();
    UrlFilter filter = new UrlFilter(plan, clock);
    PageStore pages = PageStore.ofPart(backend, plan.ledger());
    if (terms.preference != null) {
      pages.prefer(terms.preference);
    }
    frontier =
        new PartitionFrontier(hosts, pages, totals, ownership, partition, plan, filter, clock);
    long memory = Crawl.memoryBytes(plan, Runtime.getRuntime().maxMemory());
    int room = PartitionLedger.room(memory, ownership.partitions());
    ledger = new PartitionLedger(ownership, partition, pages, totals, frontier, room);
    byte[] unsent = backend.note(UNSENT_NOTE);
    unsentKept = unsent != null && unsent.length > 0;
    if (unsent != null && unsentKept) {
      ledger.load(unsent);
    }
    frontier.load(ledger);
    ledger.takeStock();
    RankedGraph graph = terms.graph;
    ranking =
        graph == null
            ? null
            : new PartitionRanking(
                graph, new GraphKeys(graph, ownership), partition, ledger, clock);
    readsSeen = totals.get(Sum.FETCHED) + totals.get(Sum.TAKEN);
    dispatcher =
        new OrderDispatcher(
            plan, ownership, partition, filter, ledger, frontier, totals, this::post);
    queries = new PartitionQueryHandler(ownership, partition, ledger, frontier);
    given.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, now -> tick());
  }

  @Override
  public void process(org.apache.kafka.streams.processor.api.Record<byte[], byte[]> record) {
    try {
      enter(record.value());
    } catch (BrokenState e) {
      totals.add(Sum.ASIDE, 1);
      context.forward(record, ASIDE);
    }
    if (ledger.unsent() > (ranking == null ? MOST_UNSENT : PartitionRanking.MOST_UNSENT)) {
      send();
    }
    done();
  }

  /// Parses the whole message before anything is changed.
  private void enter(byte[] message) {
    if (message == null) {
      throw new BrokenState("an empty message");
    }
    BinaryRecord body = new BinaryRecord(message);
    int kind = Wire.kind(body);
    if (kind == Wire.QUESTION) {
      queries.ask(PartitionQuery.take(body), clock.millis(), this::answer);
      return;
    }
    busy = true;
    switch (kind) {
      case Wire.TRANSFER -> {
        var payments = Payment.take(body);
        payments.forEach(this::mine);
        payments.forEach(ledger::arrive);
      }
      case Wire.RESULT -> {
        OrderResult result = OrderResult.take(body);
        dispatcher.enter(result);
      }
      case Wire.OFFER -> {
        OfferedPage.Offer offer = OfferedPage.Offer.take(body);
        offer.pages().forEach(page -> asked(page.key()));
        frontier.welcome(offer);
      }
      case Wire.HANDED -> dispatcher.enter(ReturnedVisits.take(body));
      case Wire.VIRTUAL_PAGE -> ledger.enter(VirtualPagePayment.take(body).transfer());
      case Wire.MOVED_PAGE -> ledger.adopt(MovedPage.take(body));
      case Wire.MOVED_LEDGER -> ledger.adopt(MovedLedger.take(body));
      case Wire.GRAPH_ROWS -> {
        if (ranking == null) {
          throw new BrokenState("rows of a graph, and this is a crawl");
        }
        ranking.enter(GraphRows.take(body));
      }
      case Wire.MOVED_HOST -> frontier.adopt(MovedHost.take(body));
      default -> throw new BrokenState("a message of kind " + kind);
    }
  }

  private void mine(Payment payment) {
    if (ownership.of(payment.to()) != partition) {
      throw new BrokenState("a payment to a page of another partition");
    }
    if (ranking != null) {
      ranking.verify(payment.to());
    } else if (payment.introduction() != null) {
      PageKey named = keyer.of(OrderResult.canonical(payment.introduction().url()));
      if (!named.equals(payment.to())) {
        throw new BrokenState("a payment to a page under another's key");
      }
    }
  }

  private void asked(PageKey page) {
    if (ownership.home(page.site()) != partition || ownership.of(page) == partition) {
      throw new BrokenState("a page offered whose host is not asked from here");
    }
  }

  /// What is done without being asked: pushes, orders, totals.
  private void tick() {
    CrawlDirective now = terms.directive.get();
    CrawlConfig planned = terms.plan.get();
    if (planned != plan) {
      plan = planned;
      frontier.rules(plan, ledger);
      dispatcher.rules(plan);
    }
    boolean idle = ranking != null || now.idle() || !now.running();
    ledger.told(now.opic());
    if (!idle) {
      ledger.relax();
    }
    boolean settled = ranking == null ? crawlPushes(idle) : rankingPushes(now);
    totals.set(Sum.SETTLED, settled ? 1 : 0);
    busy = false;
    long millis = clock.millis();
    queries.tick(millis, this::answer);
    dispatcher.order(millis, now, order -> forward(ORDERS, order.partition(), order.message()));
    if (now.running() && millis - sweptMillis >= SWEEP_MILLIS) {
      sweptMillis = millis;
      frontier.sweep(ledger);
    }
    if (now.running()) {
      frontier.remote().offer(ledger, this::post);
    }
    boolean ending = millis + 3 * TICK.toMillis() / 2 >= savedMillis + terms.commitMillis;
    boolean news = millis - toldMillis >= TOTALS_MILLIS && !totals.equals(told);
    boolean heard = now.running() != toldRunning;
    boolean lively = millis - toldMillis >= SIGN_OF_LIFE_MILLIS;
    boolean tell = lively || heard || (news && (ending || ranking == null));
    // Nobody sees a payment before the transaction ends: all together then, if it comes when it is
    // expected.
    if ((idle && ranking == null) || tell || ending) {
      send();
    }
    if (tell) {
      toldRunning = now.running();
      tell(millis);
    }
    done();
  }

  /// Returns whether the partition is as exact as asked for.
  private boolean rankingPushes(CrawlDirective now) {
    if (!now.running()) {
      return false;
    }
    boolean mayDeepen = !busy && savedMillis != deepenedMillis;
    boolean settled = Objects.requireNonNull(ranking).turn(now.worthSum(), mayDeepen);
    deepenedMillis = mayDeepen ? savedMillis : deepenedMillis;
    return settled;
  }

  /// Returns whether nothing is left to push.
  private boolean crawlPushes(boolean idle) {
    boolean pushedAll = idle ? ledger.push(PUSHES_A_TICK) : pushWhileBusy();
    return pushedAll && idle && !busy && !ledger.deepen() && ledger.isSettled();
  }

  /// Pushes for what the links read have earned, the largest residuals first; returns whether all
  /// that are large were pushed.
  private boolean pushWhileBusy() {
    long reads = totals.get(Sum.FETCHED) + totals.get(Sum.TAKEN);
    long each = ledger.isWhole() ? PAYMENTS_A_READ : PAYMENTS_A_READ_FROM_DISK;
    earned =
        Math.min(ledger.isWhole() ? MOST_EARNED : each * 100, earned + each * (reads - readsSeen));
    readsSeen = reads;
    boolean all = push();
    long look = ledger.pages().size() / PAGES_A_PAYMENT;
    boolean more = all;
    while (more && earned > look && ledger.deepenHere()) {
      earned -= look;
      more = push();
    }
    return all;
  }

  private boolean push() {
    long before = ledger.transfers();
    boolean all = ledger.push(Math.clamp(earned, 0, PUSHES_A_TICK));
    earned -= ledger.transfers() - before;
    return all;
  }

  private void send() {
    ledger.send(this::post);
  }

  private void post(byte[] message, int to) {
    forward(TRANSFERS, to, message);
  }

  /// Publishes the totals; everything they say was sent has been sent.
  private void tell(long now) {
    toldMillis = now;
    ledger.count();
    dispatcher.count();
    totals.set(Sum.RESIDENT, ledger.pages().inUse());
    BinaryRecord message = Wire.begin(Wire.BOOKS).putNumber(now);
    totals.write(message);
    message.putText(terms.worker);
    OrderOut oldest = frontier.oldestOrder();
    message.put(oldest == null ? 0 : 1);
    if (oldest != null) {
      oldest.write(message);
    }
    message.put(toldRunning ? 1 : 0);
    forward(TOTALS, partition, message.toBytes());
    told = PartitionTotals.take(new BinaryRecord(totals.bytes()));
  }

  private void answer(PartitionAnswer answer) {
    forward(ANSWERS, partition, answer.message());
  }

  /// A record or a tick is done: [#save] is to be called when the transaction ends.
  private void done() {
    ledger.rest();
    BeforeCommitHook.request(beforeCommit);
  }

  /// Writes what changed in the transaction that ends.
  private void save() {
    ledger.time(clock.millis());
    byte[] unsent = ledger.save();
    if (unsent != null || unsentKept) {
      backend.saveNote(UNSENT_NOTE, unsent == null ? new byte[0] : unsent);
      unsentKept = unsent != null;
    }
    frontier.save();
    backend.saveNote(TOTALS_NOTE, totals.bytes());
    backend.commit();
    savedMillis = clock.millis();
  }

  private void forward(String to, int partitionNumber, byte[] message) {
    byte[] key = ByteBuffer.allocate(4).putInt(partitionNumber).array();
    context.forward(
        new org.apache.kafka.streams.processor.api.Record<>(key, message, clock.millis()), to);
  }
}
