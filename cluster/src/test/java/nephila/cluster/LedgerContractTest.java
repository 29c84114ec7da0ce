package nephila.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import nephila.cluster.PartitionTotals.Sum;
import nephila.ledger.ExactArithmetic;
import nephila.ledger.LedgerContract;
import nephila.ledger.LedgerLaw;
import nephila.ledger.LedgerSubject;
import nephila.store.BinaryRecord;
import nephila.store.ReadFacts;
import nephila.url.CanonicalUrl;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/// The ledgers of three partitions that pay each other, together one ledger.
class LedgerContractTest extends LedgerContract {
  private static final String NO_DEATHS = "pages cannot vanish";

  @Override
  protected List<Candidate> candidates() {
    return List.of(
        new Candidate("three partitions", Together::new)
            .converges(2 * PartitionLedger.FINAL_BOUND)
            .breaks(LedgerLaw.GONE_BOOKS, NO_DEATHS)
            .breaks(LedgerLaw.GONE_SUM, NO_DEATHS)
            .breaks(LedgerLaw.GONE_BOUND, NO_DEATHS)
            .breaks(LedgerLaw.GONE_CONVERGES, NO_DEATHS)
            .breaks(LedgerLaw.RETURN, NO_DEATHS)
            .without(LedgerLaw.PAPERS, "another algorithm"));
  }

  private static final PartitionLedger.Watcher INDIFFERENT =
      new PartitionLedger.Watcher() {
        @Override
        public boolean known(PageKey page, Account account, Introduction introduction, long worth) {
          return true;
        }

        @Override
        public void changed(PageKey page, Account account, long before, long now) {}
      };

  private static final class Together extends LedgerSubject {
    private static final int COUNT = 3;
    private static final double DAMPING = 0.85;

    private record Message(int to, byte[] bytes) {}

    private final Ownership ownership = new Ownership(COUNT);
    private final List<PartitionLedger> ledgers = new ArrayList<>();
    private final List<KafkaBackend> stores = new ArrayList<>();
    private final List<PartitionTotals> totals = new ArrayList<>();
    private final List<Message> onTheWay = new ArrayList<>();
    private final Random random = new Random(7);
    private final ExactArithmetic arithmetic =
        ExactArithmetic.of(DAMPING, PartitionLedger.credit(DAMPING));
    private int pages;

    /// What pages were paid by nobody here.
    private final Map<PageKey, Long> given = new HashMap<>();

    Together() {
      for (int i = 0; i < COUNT; i++) {
        stores.add(new KafkaBackend(store("p"), store("u"), store("r"), store("h")));
        totals.add(new PartitionTotals());
        ledgers.add(ledger(i));
      }
    }

    private PartitionLedger ledger(int i) {
      return new PartitionLedger(ownership, i, DAMPING, stores.get(i), totals.get(i), INDIFFERENT);
    }

    private static KeyValueStore<byte[], byte[]> store(String name) {
      KeyValueStore<byte[], byte[]> store =
          Stores.keyValueStoreBuilder(
                  Stores.inMemoryKeyValueStore(name), Serdes.ByteArray(), Serdes.ByteArray())
              .withLoggingDisabled()
              .build();
      store.init(new MockProcessorContext<>().getStateStoreContext(), store);
      return store;
    }

    private static CanonicalUrl url(int page) {
      return CanonicalUrl.ofCanonical("http://s" + page % 7 + ".test/p" + page);
    }

    private static PageKey key(int page) {
      return PageKey.of(url(page));
    }

    private PartitionLedger of(int page) {
      return ledgers.get(ownership.of(key(page)));
    }

    @Override
    public void discovered(int page) {
      pages = Math.max(pages, page + 1);
      of(page).name(url(page));
      deliver();
    }

    @Override
    public void read(int page, int[] row) {
      pages = Math.max(pages, Arrays.stream(row).max().orElse(0) + 1);
      discovered(page);
      List<CanonicalUrl> links = Arrays.stream(row).mapToObj(Together::url).toList();
      of(page).read(key(page), facts(), links, true);
      deliver();
    }

    private static ReadFacts facts() {
      return new ReadFacts(
          1000, 200, "text/html", 9, "d", 0, "", "", ReadFacts.Reason.DISCOVERY, 0, 0, 1000);
    }

    @Override
    public void unchanged(int page, int[] row) {
      of(page).unchanged(key(page), facts());
      deliver();
    }

    @Override
    public void gone(int page) {
      throw new UnsupportedOperationException("gone");
    }

    @Override
    public void receive(int page, long units) {
      of(page).arrive(new Payment(key(page), units, null));
      given.merge(key(page), units, Long::sum);
    }

    /// Payments arrive in any order. Returns whether there were any.
    private boolean deliver() {
      boolean any = false;
      do {
        for (int i = 0; i < COUNT; i++) {
          ledgers.get(i).send((bytes, to) -> onTheWay.add(new Message(to, bytes)));
          ledgers.get(i).rest();
        }
        java.util.Collections.shuffle(onTheWay, random);
        for (Message message : onTheWay) {
          BinaryRecord body = new BinaryRecord(message.bytes);
          Wire.expect(body, Wire.TRANSFER);
          Payment.take(body).forEach(ledgers.get(message.to)::arrive);
        }
        any |= !onTheWay.isEmpty();
        onTheWay.clear();
      } while (ledgers.stream().anyMatch(ledger -> ledger.unsent() > 0));
      return any;
    }

    private long sum(Sum what) {
      return totals.stream().mapToLong(one -> one.get(what)).sum();
    }

    @Override
    public double importance(int page) {
      double credit = PartitionLedger.credit(DAMPING);
      return units(page) / (credit * sum(Sum.KNOWN) + sum(Sum.RECEIVED));
    }

    @Override
    public long units(int page) {
      Account account = of(page).account(key(page));
      return account == null ? 0 : PartitionLedger.credit(DAMPING) + account.received;
    }

    @Override
    public double errorBound() {
      PartitionTotals all = new PartitionTotals();
      totals.forEach(all::add);
      return Math.min(2, all.bound(PartitionLedger.credit(DAMPING), DAMPING, 0));
    }

    @Override
    public void audit() {
      Map<PageKey, Long> received = new HashMap<>(given);
      long evaporated = 0;
      for (int page = 0; page < pages; page++) {
        Account account = of(page).account(key(page));
        StoredRead read = of(page).reading(key(page));
        PageKey[] row = read == null ? new PageKey[0] : read.row();
        if (account != null && row.length > 0) {
          long share = arithmetic.share(account.paid, row.length);
          evaporated += account.paid - share * row.length;
          for (PageKey child : row) {
            received.merge(child, share, Long::sum);
          }
        }
      }
      for (int page = 0; page < pages; page++) {
        Account account = of(page).account(key(page));
        long its = account == null ? 0 : account.received;
        require(received.getOrDefault(key(page), 0L) == its, "L1 page " + page);
      }
      require(evaporated == sum(Sum.EVAPORATED), "L1 evaporated");
      long outside = given.values().stream().mapToLong(Long::longValue).sum();
      require(sum(Sum.ARRIVED) - sum(Sum.SENT) == outside, "B2");
      totals.forEach(one -> require(one.imbalance() == 0, "B1"));
    }

    private static void require(boolean holds, String what) {
      if (!holds) {
        throw new IllegalStateException(what + " broken");
      }
    }

    @Override
    public void push() {
      ledgers.forEach(ledger -> ledger.push(30));
      deliver();
    }

    @Override
    public void settle() {
      for (int i = 0; i < 5000; i++) {
        boolean done = true;
        for (PartitionLedger ledger : ledgers) {
          done &= ledger.push(1000) && !ledger.deepen();
        }
        if (!deliver() && done) {
          return;
        }
      }
      throw new IllegalStateException("does not settle");
    }

    /// The transaction ends, the workers die, and others go on with what was written.
    @Override
    public LedgerSubject saved() {
      for (int i = 0; i < COUNT; i++) {
        ledgers.get(i).save();
        ledgers.set(i, ledger(i));
        ledgers.get(i).takeStock();
      }
      return this;
    }
  }
}
