package nephila.cluster.owner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import nephila.cluster.Ownership;
import nephila.cluster.owner.PartitionTotals.Sum;
import nephila.cluster.wire.OpicView;
import nephila.cluster.wire.PageKey;
import nephila.cluster.wire.Payment;
import nephila.cluster.wire.VirtualPagePayment;
import nephila.cluster.wire.Wire;
import nephila.ledger.ExactArithmetic;
import nephila.ledger.ExactLedger;
import nephila.ledger.ImportanceAlgorithm;
import nephila.ledger.LedgerChoice;
import nephila.ledger.LedgerContract;
import nephila.ledger.LedgerLaw;
import nephila.ledger.LedgerSubject;
import nephila.ledger.PageTable;
import nephila.ledger.window.Window;
import nephila.store.PageStore;
import nephila.store.record.BinaryRecord;
import nephila.store.record.ReadFacts;
import nephila.url.CanonicalUrl;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/// The ledgers of three partitions that pay each other, together one ledger.
class LedgerContractTest extends LedgerContract {
  @Override
  protected List<Candidate> candidates() {
    return List.of(
        exact("three partitions", 1 << 20),
        exact("three partitions of little memory", 5),
        opic("three partitions, OPIC", 1 << 20),
        opic("three partitions of little memory, OPIC", 5),
        windowed("improved:4:3", 1 << 20),
        windowed("variable:6", 5),
        windowed("growing:4", 1 << 20),
        windowed("growing:4", 5));
  }

  private static Candidate exact(String name, int room) {
    return new Candidate(name, () -> new Together(LedgerChoice.exact(0.85), room))
        .converges(2 * PartitionLedger.FINAL_BOUND)
        .without(LedgerLaw.PAPERS, "another algorithm");
  }

  private static final String WITH_VIRTUAL_PAGE = "what a page held is with the virtual page";
  private static final String FORGETS = "a window forgets";
  private static final String TOLD_LATE = "the virtual page's level is told late";

  private static Candidate opic(String name, int room) {
    LedgerChoice choice = new LedgerChoice(ImportanceAlgorithm.OPIC, 0.85, new Window.All());
    return new Candidate(name, () -> new Together(choice, room))
        .converges(0.2)
        .addsUp(0.01) // the virtual page is in debt for pages that joined at a level told late
        .without(LedgerLaw.RETURN, WITH_VIRTUAL_PAGE)
        .without(LedgerLaw.GONE_SUM, TOLD_LATE)
        .without(LedgerLaw.PAPERS, TOLD_LATE);
  }

  private static Candidate windowed(String window, int room) {
    LedgerChoice choice =
        new LedgerChoice(ImportanceAlgorithm.OPIC_CORRECTED, 0.85, Window.parse(window));
    String memory = room < 10 ? " of little memory" : "";
    return new Candidate(
            "three partitions" + memory + ", OPIC corrected, " + window,
            () -> new Together(choice, room))
        .converges(0.5)
        .without(LedgerLaw.RETURN, WITH_VIRTUAL_PAGE)
        .without(LedgerLaw.SUM, FORGETS)
        .without(LedgerLaw.GONE_SUM, FORGETS)
        .without(LedgerLaw.PAPERS, FORGETS);
  }

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
        ExactArithmetic.of(DAMPING, ExactLedger.crawlCredit(DAMPING));
    private final LedgerChoice choice;
    private final int room;
    private int pages;

    /// What pages were paid by nobody here.
    private final Map<PageKey, Long> given = new HashMap<>();

    Together(LedgerChoice choice, int room) {
      this.choice = choice;
      this.room = room;
      for (int i = 0; i < COUNT; i++) {
        stores.add(new KafkaBackend(store("p"), store("u"), store("r"), store("h")));
        totals.add(new PartitionTotals());
        ledgers.add(ledger(i));
      }
    }

    private PartitionLedger ledger(int i) {
      return new PartitionLedger(
          ownership,
          i,
          PageStore.ofPart(stores.get(i), choice),
          totals.get(i),
          new NoListener(),
          room);
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

    private int slot(int page) {
      return of(page).find(key(page));
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
      of(page).read(slot(page), facts(), links, List.of(), true);
      deliver();
    }

    private static ReadFacts facts() {
      return new ReadFacts(
          1000, 200, "text/html", 9, "d", 0, "", "", ReadFacts.Reason.DISCOVERY, 0, 0, 1000);
    }

    @Override
    public void unchanged(int page, int[] row) {
      of(page).unchanged(slot(page), facts());
      deliver();
    }

    @Override
    public void gone(int page) {
      of(page).gone(slot(page), facts());
      deliver();
    }

    @Override
    public void receive(int page, long units) {
      of(page).arrive(new Payment(key(page), units, null));
      given.merge(key(page), units, Long::sum);
      tell();
    }

    /// Payments arrive in any order. Returns whether there were any.
    private boolean deliver() {
      boolean any = false;
      while (collect()) {
        any = true;
        java.util.Collections.shuffle(onTheWay, random);
        for (Message message : onTheWay) {
          BinaryRecord body = new BinaryRecord(message.bytes);
          if (Wire.kind(body) == Wire.VIRTUAL_PAGE) {
            ledgers.get(message.to).enter(VirtualPagePayment.take(body).transfer());
          } else {
            Payment.take(body).forEach(ledgers.get(message.to)::arrive);
          }
        }
        onTheWay.clear();
      }
      tell();
      return any;
    }

    /// What partitions send now; returns whether there is any.
    private boolean collect() {
      for (PartitionLedger ledger : ledgers) {
        ledger.send((bytes, to) -> onTheWay.add(new Message(to, bytes)));
        ledger.rest();
      }
      return !onTheWay.isEmpty();
    }

    /// Every partition hears what the others have counted.
    private void tell() {
      if (choice.importance().isOpic()) {
        Map<Integer, PartitionTotals> each = new HashMap<>();
        for (int i = 0; i < COUNT; i++) {
          ledgers.get(i).count();
          each.put(i, totals.get(i));
        }
        OpicView view = PartitionTotals.opic(each);
        ledgers.forEach(ledger -> ledger.told(view));
      }
    }

    private long sum(Sum what) {
      return all().get(what);
    }

    @Override
    public double importance(int page) {
      if (choice.importance().isOpic()) {
        int slot = slot(page);
        return slot < 0 ? 0 : of(page).ledger().importance(slot);
      }
      long units = units(page);
      return units == 0 ? 0 : units / all().worth(ExactLedger.crawlCredit(DAMPING));
    }

    @Override
    public long units(int page) {
      int slot = slot(page);
      return slot < 0 ? 0 : of(page).standing(slot);
    }

    @Override
    public double errorBound() {
      if (choice.importance().isOpic()) {
        return 2;
      }
      return Math.min(2, all().bound(ExactLedger.crawlCredit(DAMPING), DAMPING, 0));
    }

    private PartitionTotals all() {
      ledgers.forEach(PartitionLedger::count);
      PartitionTotals all = new PartitionTotals();
      totals.forEach(all::add);
      return all;
    }

    @Override
    public void audit() {
      totals.forEach(one -> require(one.imbalance() == 0, "B1"));
      long outside = given.values().stream().mapToLong(Long::longValue).sum();
      require(sum(Sum.ARRIVED) - sum(Sum.SENT) == outside, "B2");
      if (choice.importance().isOpic()) {
        auditCash(outside);
      } else {
        auditRows();
      }
    }

    /// All the cash there is is with a page or with the virtual page.
    private void auditCash(long outside) {
      long level = sum(Sum.LEVEL);
      long living = 0;
      long held = 0;
      for (int page = 0; page < pages; page++) {
        int slot = slot(page);
        if (slot >= 0 && !of(page).pages().isGone(slot)) {
          living++;
          long cash = of(page).cash(slot);
          require(cash >= 0, "C2 page " + page);
          require(cash == of(page).pages().received(slot) + level, "level of page " + page);
          held += cash;
        }
      }
      require(all().virtualPageIsStill(), "B3");
      require(sum(Sum.ENTERED) == sum(Sum.POOL) + level * sum(Sum.SHARERS), "V1");
      require(sum(Sum.SHARERS) == living, "V1 pages");
      require(held + sum(Sum.POOL) == sum(Sum.PAID) + outside, "C1");
    }

    private void auditRows() {
      Map<PageKey, Long> received = new HashMap<>(given);
      long evaporated = 0;
      for (int page = 0; page < pages; page++) {
        int slot = slot(page);
        long paid = slot < 0 ? 0 : of(page).pages().paid(slot);
        if (slot >= 0 && of(page).pages().is(slot, PageTable.PAYS)) {
          PageKey[] row = row(page);
          long share = arithmetic.share(paid, row.length);
          evaporated += paid - share * row.length;
          for (PageKey child : row) {
            received.merge(child, share, Long::sum);
          }
        }
      }
      for (int page = 0; page < pages; page++) {
        int slot = slot(page);
        long its = slot < 0 ? 0 : of(page).pages().received(slot);
        require(received.getOrDefault(key(page), 0L) == its, "L1 page " + page);
      }
      require(evaporated == sum(Sum.EVAPORATED), "L1 evaporated");
    }

    private PageKey[] row(int page) {
      int[] slots = of(page).pages().row(slot(page));
      List<PageKey> row = new ArrayList<>();
      Arrays.stream(slots).forEach(slot -> row.add(of(page).key(slot)));
      if (slots.length > 0) {
        return row.toArray(PageKey[]::new);
      }
      of(page).rows(key(page), 1, (key, read) -> row.addAll(List.of(read.row())));
      return row.toArray(PageKey[]::new);
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
      deliver();
      return this;
    }
  }
}
