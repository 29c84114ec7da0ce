package nephila.cluster;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import nephila.cluster.Books.Sum;
import nephila.crawl.Gate;
import nephila.crawl.Plan;
import nephila.store.BrokenState;
import nephila.store.Record;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;

/// Owns the pages of one partition: enters results and payments, pushes, orders.
///
/// - O1 between two calls everything is in the stores or handed to Kafka: a commit at any moment,
///   and a death at any moment, leave whole records done or undone.
/// - O2 a result is entered only if it answers the host's order that is out: a fetch repeated after
///   a crash pays nothing.
/// - O3 a record that does not parse changes nothing, is counted, and goes to the topic `aside`.
///
/// Kafka Streams makes one for every partition a worker has, and calls it from one thread.
final class Owner implements Processor<byte[], byte[], byte[], byte[]> {
  static final String TRANSFERS = "transfers";
  static final String ORDERS = "orders";
  static final String TOTALS = "totals";
  static final String ASIDE = "aside";
  static final Duration TICK = Duration.ofMillis(100);

  static final byte[] BOOKS_KEY = {0};

  /// Payments a tick along links of stored pages when there is nothing else to do.
  private static final long PUSHES_A_TICK = 20_000;

  /// Payments along links of stored pages for every link read: what keeps the topics from flooding
  /// while the crawl goes on.
  private static final long PUSHES_A_LINK = 2;

  /// Totals that change are told this often; those that do not, now and then, as a sign of life.
  private static final long TOTALS_MILLIS = 500;

  private static final long SIGN_OF_LIFE_MILLIS = 5000;

  private final Plan plan;
  private final Ownership ownership;
  private final Supplier<Wishes> wishes;
  private final Clock clock;
  private final ToIntFunction<TaskId> numbering;

  private ProcessorContext<byte[], byte[]> context;
  private KeyValueStore<byte[], byte[]> hostStore;
  private int partition;
  private Books books;
  private PartitionLedger ledger;
  private PartitionFrontier frontier;
  private Desk desk;
  private Books told = new Books();
  private boolean busy;
  private long linksSeen;
  private long toldMillis;

  /// @param numbering the partition of a task of Kafka Streams
  @SuppressWarnings("NullAway.Init")
  Owner(
      Plan plan,
      Ownership ownership,
      Supplier<Wishes> wishes,
      Clock clock,
      ToIntFunction<TaskId> numbering) {
    this.numbering = numbering;
    this.plan = plan;
    this.ownership = ownership;
    this.wishes = wishes;
    this.clock = clock;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> given) {
    context = given;
    partition = numbering.applyAsInt(given.taskId());
    hostStore = given.getStateStore(CrawlTopology.HOSTS);
    byte[] kept = hostStore.get(BOOKS_KEY);
    books = kept == null ? new Books() : Books.take(new Record(kept));
    frontier = new PartitionFrontier(hostStore, books);
    Gate gate = new Gate(plan, clock);
    PartitionLedger.Stores stores =
        new PartitionLedger.Stores(
            given.getStateStore(CrawlTopology.PAGES),
            given.getStateStore(CrawlTopology.URLS),
            given.getStateStore(CrawlTopology.ROWS));
    ledger =
        new PartitionLedger(
            ownership,
            partition,
            plan.damping(),
            stores,
            books,
            new Judge(gate, frontier, this::url));
    frontier.load(stores, ledger.credit());
    ledger.findResiduals();
    linksSeen = books.get(Sum.LINKS);
    desk = new Desk(plan, partition, gate, ledger, frontier, books);
    given.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, now -> tick());
  }

  private String url(PageKey page) {
    Introduction known = ledger.introduction(page);
    return known == null ? "" : known.url();
  }

  @Override
  public void process(org.apache.kafka.streams.processor.api.Record<byte[], byte[]> record) {
    try {
      enter(record.value());
    } catch (BrokenState e) {
      books.add(Sum.ASIDE, 1);
      context.forward(record, ASIDE);
    }
    busy = true;
    done();
  }

  /// Parses the whole message before anything is changed.
  private void enter(byte[] message) {
    if (message == null) {
      throw new BrokenState("an empty message");
    }
    Record body = new Record(message);
    int kind = Wire.kind(body);
    switch (kind) {
      case Wire.TRANSFER -> {
        var payments = Payment.take(body);
        payments.forEach(this::mine);
        payments.forEach(ledger::arrive);
      }
      case Wire.RESULT -> {
        Result result = Result.take(body);
        desk.enter(result);
      }
      case Wire.MOVED_PAGE -> ledger.adopt(MovedPage.take(body));
      case Wire.MOVED_HOST -> desk.adopt(MovedHost.take(body));
      default -> throw new BrokenState("a message of kind " + kind);
    }
  }

  private void mine(Payment payment) {
    if (ownership.of(payment.to()) != partition) {
      throw new BrokenState("a payment to a page of another partition");
    }
    if (payment.introduction() != null) {
      PageKey named = PageKey.of(Result.canonical(payment.introduction().url()));
      if (!named.equals(payment.to())) {
        throw new BrokenState("a payment to a page under another's key");
      }
    }
  }

  /// What is done without being asked: pushes, orders, totals.
  private void tick() {
    Wishes now = wishes.get();
    boolean idle = now.idle() || !now.running();
    if (!idle) {
      ledger.relax();
    }
    long links = books.get(Sum.LINKS);
    long allowance = Math.clamp(PUSHES_A_LINK * (links - linksSeen), 0, PUSHES_A_TICK);
    linksSeen = links;
    boolean pushedAll = ledger.push(idle ? PUSHES_A_TICK : allowance);
    if (pushedAll && idle && !busy && !ledger.deepen()) {
      books.set(Sum.SETTLED, ledger.isSettled() ? 1 : 0);
    } else {
      books.set(Sum.SETTLED, 0);
    }
    busy = false;
    desk.order(clock.millis(), now, order -> forward(ORDERS, order.partition(), order.message()));
    done();
  }

  /// Hands everything to Kafka and the stores.
  private void done() {
    ledger.flush((message, to) -> forward(TRANSFERS, to, message));
    frontier.save();
    hostStore.put(BOOKS_KEY, books.bytes());
    long now = clock.millis();
    boolean news = now - toldMillis >= TOTALS_MILLIS && !books.equals(told);
    if (news || now - toldMillis >= SIGN_OF_LIFE_MILLIS) {
      toldMillis = now;
      Record totals = Wire.begin(Wire.BOOKS).putNumber(now);
      books.write(totals);
      forward(TOTALS, partition, totals.toBytes());
      told = Books.take(new Record(books.bytes()));
    }
  }

  private void forward(String to, int partitionNumber, byte[] message) {
    byte[] key = ByteBuffer.allocate(4).putInt(partitionNumber).array();
    context.forward(
        new org.apache.kafka.streams.processor.api.Record<>(key, message, clock.millis()), to);
  }
}
