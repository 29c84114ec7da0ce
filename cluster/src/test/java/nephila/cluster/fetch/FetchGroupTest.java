package nephila.cluster.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.OrderResult;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.Topics;
import nephila.config.CrawlConfig;
import nephila.crawl.PageReader;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Truncation;
import nephila.politeness.Allowance;
import nephila.politeness.HostPace;
import nephila.politeness.PaceRules;
import nephila.process.HostProcessor;
import nephila.process.UrlFilter;
import nephila.testweb.contract.SteppedClock;
import nephila.url.CanonicalUrl;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/// Orders come from a group in memory; the test makes the turns.
class FetchGroupTest {
  private static final Topics TOPICS = new Topics("test");
  private static final TopicPartition ORDERS = new TopicPartition(TOPICS.orders(), 3);
  private static final int MOST_TURNS = 100_000;

  private final SteppedClock clock = new SteppedClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final AtomicInteger requests = new AtomicInteger();
  private final Brokers brokers = new Brokers();
  private final MockProducer<byte[], byte[]> results =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  private FetchGroup group = group();

  /// Brokers that may refuse the next commit that somebody waits for.
  private static final class Brokers extends MockConsumer<byte[], byte[]> {
    RuntimeException refusal;

    Brokers() {
      super("earliest");
    }

    @Override
    public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
      if (refusal != null) {
        RuntimeException now = refusal;
        refusal = null;
        throw now;
      }
      super.commitSync(offsets);
    }

    private final List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();

    @Override
    public synchronized void addRecord(ConsumerRecord<byte[], byte[]> record) {
      log.add(record);
      super.addRecord(record);
    }

    /// As brokers do, shows once more what it has shown.
    @Override
    public synchronized void seek(TopicPartition partition, long offset) {
      long shown = log.isEmpty() ? 0 : position(partition);
      super.seek(partition, offset);
      for (ConsumerRecord<byte[], byte[]> record : log) {
        if (record.offset() >= offset && record.offset() < shown) {
          super.addRecord(record);
        }
      }
    }
  }

  private final class Web implements Fetcher {
    @Override
    public Exchange fetch(FetchRequest request) {
      requests.incrementAndGet();
      return Exchange.of(
          request,
          new byte[0],
          "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.UTF_8),
          new Exchange.Circumstances(
              InetAddress.getLoopbackAddress(), clock.instant(), 1, 1, Truncation.NONE, null));
    }

    @Override
    public void close() {}
  }

  private FetchGroup group() {
    CrawlConfig plan =
        CrawlConfig.of("http://a.test/")
            .with("delay", Duration.ZERO)
            .with("agent", "test")
            .with("contact", "me@example.org")
            .checked();
    UrlFilter filter = new UrlFilter(plan, clock);
    OrderRunner runner =
        new OrderRunner(
            new Web(),
            new PageReader(filter),
            null,
            new HostProcessor(PaceRules.usual(plan.delay()), filter.productToken(), plan.robots()),
            clock,
            until -> {},
            4,
            false);
    FetchGroup made = FetchGroup.turnedByHand(TOPICS, brokers, results, runner, clock);
    brokers.updateBeginningOffsets(Map.of(ORDERS, 0L));
    brokers.rebalance(List.of(ORDERS));
    return made;
  }

  private FetchOrder order(int number) {
    CanonicalUrl url = CanonicalUrl.ofCanonical("http://h" + number + ".test/");
    FetchOrder.Page page =
        new FetchOrder.Page(PageKey.of(url), url.text(), 1, false, false, "", 0, 0, null);
    return new FetchOrder(
        FetchOrder.Kind.PAGES,
        url.origin(),
        3,
        number,
        clock.millis(),
        clock.millis() + 120_000,
        HostPace.NEW,
        Allowance.WHOLE,
        null,
        List.of(page));
  }

  private void arrives(FetchOrder order) {
    brokers.addRecord(
        new ConsumerRecord<>(TOPICS.orders(), 3, order.number(), new byte[4], order.message()));
  }

  /// Makes turns until there are so many results.
  private List<OrderResult> results(int count) {
    for (int i = 0; i < MOST_TURNS && results.history().size() < count; i++) {
      clock.pass(Duration.ofMillis(20));
      group.turn();
      Thread.yield();
    }
    List<OrderResult> all = new ArrayList<>();
    for (ProducerRecord<byte[], byte[]> result : results.history()) {
      assertEquals(3, result.partition());
      nephila.store.record.BinaryRecord body =
          new nephila.store.record.BinaryRecord(result.value());
      nephila.cluster.wire.Wire.expect(body, nephila.cluster.wire.Wire.RESULT);
      all.add(OrderResult.take(body));
    }
    assertEquals(count, all.size());
    return all;
  }

  /// Once such a fetcher took every order of its partitions and answered none, for good: Kafka does
  /// not tell of partitions that stay, and only a partition that came had orders that count.
  @Test
  void afterASilenceInWhichKafkaTookNoCommitOrdersOfPartitionsThatStayAreWorkedOff() {
    for (RuntimeException refusal :
        List.of(new TimeoutException("no answer"), new RebalanceInProgressException())) {
      int before = results.history().size();
      arrives(order(before));
      assertEquals(before, results(before + 1).getLast().number());
      clock.pass(Duration.ofSeconds(8));
      brokers.refusal = refusal;
      arrives(order(before + 1)); // is received by the turn that finds the silence
      arrives(order(before + 2));
      List<OrderResult> all = results(before + 3);
      assertEquals(
          Set.of(before + 1L, before + 2L),
          Set.of(all.get(before + 1).number(), all.get(before + 2).number()));
    }
    assertEquals(6, requests.get());
  }

  @Test
  void anOrderThatIsFoundTooLateGoesBackUntried() {
    FetchOrder late = order(0);
    clock.pass(Duration.ofMinutes(5));
    arrives(late);
    OrderResult result = results(1).getFirst();
    assertEquals(0, requests.get());
    assertEquals(1, result.visits().size());
    assertEquals(OrderResult.Outcome.UNTRIED, result.visits().getFirst().outcome());
    assertTrue(result.pace().nextAtMillis() >= late.pace().nextAtMillis());
  }
}
