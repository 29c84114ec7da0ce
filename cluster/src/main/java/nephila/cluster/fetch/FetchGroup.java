package nephila.cluster.fetch;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import nephila.cluster.KafkaConnection;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.OrderResult;
import nephila.cluster.wire.Topics;
import nephila.store.BrokenState;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/// The fetchers of a worker: one member of the group that shares the partitions of the orders.
///
/// - F1 an order ends with its result in Kafka before its offset counts as done: no order is lost.
/// - F2 an order that another fetcher may have begun waits the host's usual delay from the moment
///   this one got the partition: a fetch repeated after a crash keeps the host's pace.
/// - F3 no request is sent unless Kafka has confirmed within half the session time-out that this
///   process is still a member of the group (it took a commit), and after a silence no result
///   either: one that was stopped and wakes up does nothing.
/// - F4 an order for a host means that the one before was answered: an earlier one that is still
///   here, repeated after a crash, is given up, and the new one begins when it has ended.
/// - F5 every order of a partition that this process has is worked off or on its way: after a
///   silence all that have not ended are taken anew. Kafka tells of partitions that come and go; of
///   those that stay it says nothing.
/// - F6 an order for pages that is found when it is too late to begin it goes back to its owner as
///   it is, which then need not wait until it lapses.
///
/// One thread talks to Kafka; errands run on virtual threads and hand their results to it.
public final class FetchGroup implements AutoCloseable {
  public static final int SESSION_MILLIS = 6000;

  /// Who has partitions hears by its heartbeat that another has come or gone: a worker that starts
  /// waits for several.
  public static final int HEARTBEAT_MILLIS = 500;

  private static final long SILENCE_MILLIS = SESSION_MILLIS / 2;
  private static final long COMMIT_MILLIS = 200;
  private static final long PROVE_MILLIS = 500;
  private static final Duration LET_FINISH = Duration.ofSeconds(5);

  /// Orders taken from Kafka and not ended, for each worker.
  private static final int AHEAD = 4;

  /// An order on its way.
  private record Task(
      TopicPartition from, long offset, FetchOrder order, int generation, CountDownLatch ended) {}

  private record Ended(Task task, byte[] message) {}

  private final Topics topics;
  private final OrderRunner errand;
  private final Clock clock;
  private final int most;
  private final java.util.function.Consumer<Throwable> failed;
  private final Consumer<byte[], byte[]> consumer;
  private final Producer<byte[], byte[]> producer;
  private final Map<TopicPartition, OrderProgress> progress = new HashMap<>();
  private final Map<TopicPartition, Integer> generations =
      new java.util.concurrent.ConcurrentHashMap<>();
  private final Map<TopicPartition, Long> since = new HashMap<>();
  private final ConcurrentLinkedQueue<Ended> home = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Task> acknowledged = new ConcurrentLinkedQueue<>();
  private final Set<Task> out = java.util.concurrent.ConcurrentHashMap.newKeySet();
  private final Set<TopicPartition> stopping = java.util.concurrent.ConcurrentHashMap.newKeySet();

  /// The latest order for every host that has one here.
  private final Map<String, Task> latest = new java.util.concurrent.ConcurrentHashMap<>();

  private @Nullable Thread thread;

  /// When the last commit was sent that Kafka took.
  private volatile long provenMillis;

  private long turnedMillis;
  private volatile boolean closed;
  private long committedMillis;
  private int generation;
  private boolean held;

  private FetchGroup(
      Topics topics,
      Consumer<byte[], byte[]> consumer,
      Producer<byte[], byte[]> producer,
      OrderRunner errand,
      int workers,
      Clock clock,
      java.util.function.Consumer<Throwable> failed) {
    this.topics = topics;
    this.errand = errand;
    this.clock = clock;
    this.most = AHEAD * workers;
    this.failed = failed;
    this.consumer = consumer;
    this.producer = producer;
  }

  /// Joins the group as `member` and starts to work.
  public static FetchGroup start(
      KafkaConnection connection,
      Topics topics,
      String member,
      OrderRunner errand,
      int workers,
      Clock clock,
      java.util.function.Consumer<Throwable> failed) {
    Map<String, Object> own = new HashMap<>();
    own.put("group.id", topics.fetchers());
    own.put("group.instance.id", member);
    own.put("session.timeout.ms", SESSION_MILLIS);
    own.put("heartbeat.interval.ms", HEARTBEAT_MILLIS);
    own.put("max.poll.interval.ms", 60_000);
    own.put("max.poll.records", 500);
    own.put(
        "partition.assignment.strategy",
        "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
    FetchGroup group =
        new FetchGroup(
            topics,
            connection.consumer(own),
            connection.producer(Map.of("linger.ms", 20)),
            errand,
            workers,
            clock,
            failed);
    group.thread = Thread.ofPlatform().name("fetchers").start(group::run);
    return group;
  }

  /// A group whose turns the caller makes.
  static FetchGroup turnedByHand(
      Topics topics,
      Consumer<byte[], byte[]> consumer,
      Producer<byte[], byte[]> producer,
      OrderRunner errand,
      Clock clock) {
    FetchGroup group =
        new FetchGroup(
            topics,
            consumer,
            producer,
            errand,
            8,
            clock,
            e -> {
              throw new AssertionError(e);
            });
    group.join();
    return group;
  }

  private void join() {
    consumer.subscribe(List.of(topics.orders()), new Rebalance());
    turnedMillis = clock.millis();
  }

  private void run() {
    try {
      join();
      while (!closed) {
        turn();
      }
      finish();
    } catch (WakeupException e) {
      // closing
    } catch (RuntimeException | Error e) {
      failed.accept(e);
    } finally {
      closed = true;
      consumer.close();
      producer.close(Duration.ofSeconds(5));
    }
  }

  /// Takes new orders, sends results, commits.
  void turn() {
    hold(out.size() >= most);
    var records = consumer.poll(Duration.ofMillis(out.isEmpty() ? 200 : 20));
    boolean sure = clock.millis() - turnedMillis <= SILENCE_MILLIS || stillMember();
    turnedMillis = clock.millis();
    if (sure) {
      List<Task> tasks = new ArrayList<>();
      for (ConsumerRecord<byte[], byte[]> record : records) {
        receive(record, tasks);
      }
      tasks.forEach(this::send);
    } else {
      beginAgain(); // those just received come once more
    }
    deliver();
    commit();
  }

  /// After a silence: only Kafka knows whether we still are what we were.
  private boolean stillMember() {
    try {
      long sent = clock.millis();
      consumer.commitSync(offsets(), Duration.ofSeconds(5));
      provenMillis = sent;
      return true;
    } catch (CommitFailedException | RebalanceInProgressException | RetriableException e) {
      return false;
    }
  }

  /// Gives up what was begun and takes all orders anew that have not ended, of the partitions that
  /// this process has as far as it knows: those it has lost Kafka takes away with the next turn,
  /// and until Kafka takes a commit no request is sent for any.
  private void beginAgain() {
    generation++;
    for (TopicPartition partition : consumer.assignment()) {
      OrderProgress before = progress.get(partition);
      if (before != null) {
        OffsetAndMetadata at = before.commit();
        hold(partition, at.offset(), at.metadata());
        consumer.seek(partition, at.offset());
      }
    }
  }

  /// The partition is worked off from there on, in this generation.
  private void hold(TopicPartition partition, long offset, String note) {
    progress.put(partition, new OrderProgress(offset, note));
    generations.put(partition, generation);
    since.put(partition, clock.millis());
  }

  private void hold(boolean full) {
    if (full != held) {
      held = full;
      if (full) {
        consumer.pause(consumer.assignment());
      } else {
        consumer.resume(consumer.assignment());
      }
    }
  }

  private void receive(ConsumerRecord<byte[], byte[]> record, List<Task> tasks) {
    TopicPartition from = new TopicPartition(record.topic(), record.partition());
    OrderProgress done = progress.get(from);
    if (done == null || !done.begin(record.offset())) {
      return;
    }
    try {
      FetchOrder order = FetchOrder.of(record.value());
      int ours = generations.getOrDefault(from, -1);
      tasks.add(new Task(from, record.offset(), order, ours, new CountDownLatch(1)));
    } catch (BrokenState e) {
      done.done(record.offset());
    }
  }

  private void send(Task task) {
    long notBefore = notBefore(task);
    out.add(task);
    Task before = latest.put(task.order.origin(), task);
    Thread.ofVirtual().name(task.order.origin()).start(() -> work(task, notBefore, before));
  }

  /// F2: until when another fetcher may have asked the host.
  private long notBefore(Task task) {
    long taken = since.getOrDefault(task.from, 0L);
    return task.order.issuedMillis() <= taken ? taken : 0;
  }

  private void work(Task task, long notBefore, @Nullable Task before) {
    try {
      long from = notBefore;
      if (before != null && before.ended.getCount() > 0) {
        before.ended.await();
        from = clock.millis();
      }
      OrderResult result = errand.run(task.order, from, () -> mayAsk(task));
      home.add(new Ended(task, result == null ? new byte[0] : result.message()));
    } catch (InterruptedException e) {
      out.remove(task);
    } catch (RuntimeException | Error e) {
      out.remove(task);
      failed.accept(e);
    } finally {
      task.ended.countDown();
    }
  }

  private boolean mayAsk(Task task) {
    return !closed
        && !stopping.contains(task.from)
        && isOurs(task)
        && isLatest(task)
        && clock.millis() - provenMillis <= SILENCE_MILLIS;
  }

  private boolean isLatest(Task task) {
    return latest.get(task.order.origin()) == task;
  }

  private boolean isOurs(Task task) {
    return generations.getOrDefault(task.from, -2) == task.generation;
  }

  /// Sends the results of errands that are home, and enters what Kafka has taken.
  private void deliver() {
    for (Ended ended = home.poll(); ended != null; ended = home.poll()) {
      Task task = ended.task;
      if (!isOurs(task)) {
        forget(task);
      } else if (!isLatest(task)) {
        acknowledged.add(task); // answered before
      } else if (ended.message.length > 0) {
        answer(task, ended.message);
      } else if (clock.millis() <= task.order.untilMillis()) {
        forget(task);
        send(new Task(task.from, task.offset, task.order, task.generation, new CountDownLatch(1)));
      } else if (task.order.kind() == FetchOrder.Kind.PAGES) {
        answer(task, errand.giveBack(task.order, notBefore(task)).message());
      } else {
        acknowledged.add(task); // too late: it lapses soon, and its owner will ask anew
      }
    }
    for (Task task = acknowledged.poll(); task != null; task = acknowledged.poll()) {
      forget(task);
      OrderProgress done = progress.get(task.from);
      if (done != null && isOurs(task)) {
        done.done(task.offset);
      }
    }
  }

  private void answer(Task task, byte[] result) {
    producer.send(
        new ProducerRecord<>(topics.reads(), task.order.partition(), null, result),
        (kept, e) -> acknowledge(task, e));
  }

  private void forget(Task task) {
    out.remove(task);
    latest.remove(task.order.origin(), task);
  }

  private void acknowledge(Task task, @Nullable Exception e) {
    if (e == null) {
      acknowledged.add(task);
    } else {
      out.remove(task);
      failed.accept(e);
    }
  }

  private Map<TopicPartition, OffsetAndMetadata> offsets() {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    progress.forEach((partition, done) -> offsets.put(partition, done.commit()));
    return offsets;
  }

  /// Commits what is new, and now and then what is not: that Kafka takes it is the proof that this
  /// process is still a member.
  private void commit() {
    long now = clock.millis();
    if (now - committedMillis < COMMIT_MILLIS) {
      return;
    }
    boolean prove = now - provenMillis >= PROVE_MILLIS;
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    progress.forEach(
        (partition, done) -> {
          if (done.changed() || prove) {
            offsets.put(partition, done.commit());
          }
        });
    if (!offsets.isEmpty()) {
      consumer.commitAsync(
          offsets,
          (kept, e) -> {
            if (e == null) {
              provenMillis = Math.max(provenMillis, now);
            }
          });
    }
    committedMillis = now;
  }

  /// Waits for the requests that are on their way, for a while, and commits what came of them.
  private void finish() {
    long until = clock.millis() + LET_FINISH.toMillis();
    while (!out.isEmpty() && clock.millis() < until) {
      for (Iterator<Ended> each = home.iterator(); each.hasNext(); ) {
        Ended ended = each.next();
        if (ended.message.length == 0) { // not begun: left to the next fetcher
          each.remove();
          forget(ended.task);
        }
      }
      deliver();
      producer.flush();
      deliver();
      sleep(20);
    }
    try {
      consumer.commitSync(offsets(), Duration.ofSeconds(2));
    } catch (KafkaException e) {
      // Then some orders are repeated; their owner takes one result.
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Rebalance implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      generation++;
      Map<TopicPartition, OffsetAndMetadata> kept = consumer.committed(Set.copyOf(partitions));
      for (TopicPartition partition : partitions) {
        OffsetAndMetadata at = kept.get(partition);
        long offset = at == null ? consumer.position(partition) : at.offset();
        FetchGroup.this.hold(partition, offset, at == null ? "" : at.metadata());
      }
      if (held) {
        consumer.pause(partitions);
      }
    }

    /// Their requests on the way end before another fetcher may begin.
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      long until = clock.millis() + LET_FINISH.toMillis();
      stopping.addAll(partitions);
      while (out.stream().anyMatch(t -> partitions.contains(t.from)) && clock.millis() < until) {
        deliverThose(partitions);
        sleep(10);
      }
      Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
      for (TopicPartition partition : partitions) {
        OrderProgress done = progress.get(partition);
        if (done != null) {
          offsets.put(partition, done.commit());
        }
      }
      try {
        consumer.commitSync(offsets, Duration.ofSeconds(5));
      } catch (KafkaException e) {
        // Then some orders are repeated; their owner takes one result.
      }
      onPartitionsLost(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      for (TopicPartition partition : partitions) {
        progress.remove(partition);
        generations.remove(partition);
        since.remove(partition);
      }
      stopping.removeAll(partitions);
    }
  }

  /// While partitions leave: results go out, nothing is begun.
  private void deliverThose(Collection<TopicPartition> partitions) {
    for (Iterator<Ended> each = home.iterator(); each.hasNext(); ) {
      Ended ended = each.next();
      if (ended.message.length == 0 && partitions.contains(ended.task.from)) {
        each.remove();
        forget(ended.task);
      }
    }
    deliver();
    producer.flush();
    deliver();
  }

  @Override
  public void close() {
    closed = true;
    try {
      if (thread == null) {
        return;
      }
      thread.join(Duration.ofSeconds(15).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
