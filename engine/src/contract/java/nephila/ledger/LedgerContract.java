package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Tries every [LedgerLaw] on ledgers of one module: random operations on a web that is discovered,
/// read, read again with the same and with other links, and that loses pages and gets them back,
/// beside a [DenseReference].
///
/// A law that a ledger is known to break stands in its candidate with the reason; that it is broken
/// is asserted, so that a ledger that was mended is noticed.
///
/// Seeds are fixed; `-Dnephila.seed=…` tries another one, on the laws that should hold.
public abstract class LedgerContract {
  private static final Long SEED = Long.getLong("nephila.seed");
  private static final long[] SEEDS = SEED == null ? new long[] {1, 2, 3} : new long[] {SEED};
  private static final int STEPS = 250;
  private static final double DAMPING = 0.85;

  /// A ledger to be tried.
  protected static final class Candidate {
    private final String name;
    private final Supplier<LedgerSubject> make;
    private final Map<LedgerLaw, String> broken = new EnumMap<>(LedgerLaw.class);
    private final Map<LedgerLaw, String> without = new EnumMap<>(LedgerLaw.class);
    private boolean certifiesChanges = true;
    private double converged = 1e-6;
    private double sumsTo = 1e-9;
    private LinkWeights weights = LinkWeights.EQUAL;
    private LinkWeights.Kinds kinds = DenseReference.ALIKE;
    private IntToDoubleFunction credits = page -> 1;

    public Candidate(String name, Supplier<LedgerSubject> make) {
      this.name = name;
      this.make = make;
    }

    /// The law does not hold, and should.
    public Candidate breaks(LedgerLaw law, String reason) {
      broken.put(law, reason);
      return this;
    }

    /// The law says nothing about this algorithm.
    public Candidate without(LedgerLaw law, String reason) {
      without.put(law, reason);
      return this;
    }

    /// Its bound is one while the links of pages stay as they are.
    public Candidate certifiesWhileLinksStay() {
      certifiesChanges = false;
      return this;
    }

    /// How near to 1 the importance of all pages adds up.
    public Candidate addsUp(double distance) {
      sumsTo = distance;
      return this;
    }

    /// Links of its pages have weights.
    public Candidate weighed(LinkWeights by, LinkWeights.Kinds of) {
      weights = by;
      kinds = of;
      return this;
    }

    /// Its pages bring in so many credits each.
    public Candidate crediting(IntToDoubleFunction by) {
      credits = by;
      return this;
    }

    /// How near it comes to the rank in sixty rounds of reading.
    public Candidate converges(double distance) {
      converged = distance;
      return this;
    }
  }

  protected abstract List<Candidate> candidates();

  @TestFactory
  Stream<DynamicNode> everyLedgerKeepsEveryLaw() {
    return candidates().stream().map(LedgerContract::laws);
  }

  private static DynamicNode laws(Candidate candidate) {
    return DynamicContainer.dynamicContainer(
        candidate.name,
        Arrays.stream(LedgerLaw.values())
            .filter(law -> !candidate.without.containsKey(law))
            .filter(law -> SEED == null || !candidate.broken.containsKey(law))
            .map(law -> test(candidate, law)));
  }

  private static DynamicTest test(Candidate candidate, LedgerLaw law) {
    String reason = candidate.broken.get(law);
    if (reason == null) {
      return DynamicTest.dynamicTest(law.toString(), () -> keeps(candidate, law));
    }
    return DynamicTest.dynamicTest(
        "not yet: " + law + " (" + reason + ")",
        () -> {
          Throwable failure = assertThrows(Throwable.class, () -> keeps(candidate, law));
          System.out.println(candidate.name + ", " + law.name() + ": " + failure);
        });
  }

  private static void keeps(Candidate candidate, LedgerLaw law) {
    LongStream.of(SEEDS)
        .forEach(
            seed -> {
              try {
                keeps(candidate, law, seed);
              } catch (AssertionError | IllegalStateException e) {
                throw new AssertionError(law + ": -Dnephila.seed=" + seed, e);
              }
            });
  }

  private static void keeps(Candidate candidate, LedgerLaw law, long seed) {
    switch (law) {
      case RETURN -> comeBack(candidate, seed);
      case RECEIVE -> receive(candidate, seed);
      case SAVED -> saved(candidate, seed);
      default -> {
        try (Run run = new Run(candidate, seed)) {
          keeps(law, law.deaths() ? run.dying() : run);
        }
      }
    }
  }

  private static void keeps(LedgerLaw law, Run run) {
    switch (law) {
      case BOOKS, GONE_BOOKS -> run.changing().every(1, Run::audit);
      case SUM, GONE_SUM -> run.changing().every(5, Run::sum);
      case BOUND, GONE_BOUND -> (run.candidate.certifiesChanges ? run.changing() : run).bounded();
      case CONVERGES, GONE_CONVERGES -> run.changing().every(STEPS, Run::converge);
      case PAPERS -> run.changing().every(1, Run::papers);
      default -> throw new IllegalArgumentException(law.name());
    }
  }

  /// Two ledgers go the same way, but in one of them unread pages are gone for a while.
  private static void comeBack(Candidate candidate, long seed) {
    try (Run run = new Run(candidate, seed);
        Run twin = new Run(candidate, seed)) {
      comeBack(run, twin, seed);
    }
  }

  private static void comeBack(Run run, Run twin, long seed) {
    Random random = new Random(seed);
    int away = -1;
    boolean wasAway = false;
    for (int step = 0; step < STEPS; step++) {
      if (away < 0) {
        int page = random.nextInt(run.web.size());
        if (!run.web.isRead(page)) {
          run.ledger.gone(page);
          assertEquals(0, run.ledger.importance(page), "importance of a page that is gone");
          away = page;
          run.untouched = page;
          twin.untouched = page;
        }
      } else if (random.nextInt(4) == 0) {
        wasAway = true;
        run.ledger.discovered(away);
        away = -1;
        run.untouched = -1;
        twin.untouched = -1;
        same(run, twin);
      }
      run.step();
      twin.step();
    }
    assertTrue(wasAway, "no page was away");
  }

  private static void same(Run one, Run other) {
    for (int page = 0; page < one.web.size(); page++) {
      assertEquals(other.ledger.units(page), one.ledger.units(page), "page " + page);
      assertEquals(other.ledger.importance(page), one.ledger.importance(page), 1e-15);
    }
  }

  private static void receive(Candidate candidate, long seed) {
    try (Run run = new Run(candidate, seed).changing();
        Run twin = new Run(candidate, seed).changing()) {
      receive(run, twin, seed);
    }
  }

  private static void receive(Run run, Run twin, long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 10; round++) {
      for (int step = 0; step < STEPS / 10; step++) {
        run.step();
        twin.step();
      }
      int count = random.nextInt(2, 40);
      int[] to = random.ints(count, 0, run.web.size()).toArray();
      long[] units = random.longs(count, 1, 1L << 20).toArray();
      for (int k = 0; k < count; k++) {
        run.ledger.receive(to[k], units[k]);
        twin.ledger.receive(to[count - 1 - k], units[count - 1 - k]);
        run.audit();
      }
      same(run, twin);
    }
  }

  private static void saved(Candidate candidate, long seed) {
    try (Run run = new Run(candidate, seed).changing().withoutPushes();
        Run twin = new Run(candidate, seed).changing().withoutPushes()) {
      saved(run, twin);
    }
  }

  private static void saved(Run run, Run twin) {
    for (int round = 0; round < 5; round++) {
      for (int step = 0; step < STEPS / 5; step++) {
        run.step();
        twin.step();
      }
      run.ledger = run.ledger.saved();
      run.audit();
      assertEquals(twin.ledger.errorBound(), run.ledger.errorBound(), 1e-9, "bound");
      same(run, twin);
    }
  }

  /// One ledger on its way through a web that a seed makes up as it goes.
  private static final class Run implements AutoCloseable {
    final Candidate candidate;
    final DenseReference web;
    final Random random;
    private final long seed;
    LedgerSubject ledger;
    private boolean changing;
    private boolean dying;
    private boolean closed;
    private boolean pushing = true;
    private int reads;

    /// A page that no step may choose; pages may point to it.
    int untouched = -1;

    Run(Candidate candidate, long seed) {
      this.candidate = candidate;
      this.web = new DenseReference(DAMPING, candidate.weights, candidate.kinds, candidate.credits);
      this.random = new Random(seed);
      this.seed = seed;
      this.ledger = candidate.make.get();
      discovered(0);
    }

    Run changing() {
      changing = true;
      return this;
    }

    /// In which order pages are pushed that owe much is not saved.
    Run withoutPushes() {
      pushing = false;
      return this;
    }

    Run dying() {
      dying = true;
      return this;
    }

    void every(int steps, java.util.function.Consumer<Run> look) {
      for (int step = 1; step <= STEPS; step++) {
        step();
        if (step % steps == 0) {
          look.accept(this);
        }
      }
    }

    void step() {
      int page = random.nextInt(web.size());
      int chance = random.nextInt(20);
      if (page == untouched) {
        return;
      }
      if (chance == 0 && !closed) {
        discovered(web.size());
      } else if (chance == 1 && pushing) {
        ledger.push();
      } else if (dying && chance <= 3) {
        web.gone(page);
        ledger.gone(page);
      } else if (dying && chance == 4 && web.isGone(page)) {
        discovered(page);
      } else if (!web.isRead(page) || web.isGone(page)) {
        read(page, row(page));
      } else if (changing && chance <= 7) {
        read(page, row(page));
      } else {
        unchanged(page);
      }
    }

    private void discovered(int page) {
      web.discovered(page);
      ledger.discovered(page);
    }

    private void read(int page, int[] row) {
      web.read(page, row);
      ledger.read(page, row);
      reads++;
    }

    private void unchanged(int page) {
      web.read(page, web.row(page));
      ledger.unchanged(page, web.row(page));
    }

    /// Some known pages, the early ones more likely, and a few new ones; seldom the page itself.
    private int[] row(int page) {
      int known = web.size();
      int[] row = new int[random.nextInt(6) == 0 ? 0 : random.nextInt(1, 7)];
      for (int k = 0; k < row.length; k++) {
        boolean isNew = !closed && random.nextInt(known < 60 ? 3 : 20) == 0;
        row[k] = isNew ? known++ : (int) (web.size() * Math.pow(random.nextDouble(), 3));
        row[k] = random.nextInt(30) == 0 ? page : row[k];
      }
      int[] distinct = Arrays.stream(row).distinct().toArray();
      return renumbered(distinct);
    }

    /// New pages are numbered without gaps.
    private int[] renumbered(int[] row) {
      int next = web.size();
      for (int k = 0; k < row.length; k++) {
        row[k] = row[k] >= web.size() ? next++ : row[k];
      }
      return row;
    }

    @Override
    public void close() {
      ledger.close();
    }

    void audit() {
      ledger.audit();
    }

    void sum() {
      double sum = 0;
      for (int page = 0; page < web.size(); page++) {
        double importance = ledger.importance(page);
        assertTrue(importance >= 0, "page " + page + " has " + importance);
        if (web.isGone(page)) {
          assertEquals(0, importance, "importance of a page that is gone");
        }
        sum += importance;
      }
      if (reads > 0 && web.living() > 0) {
        assertEquals(1, sum, candidate.sumsTo);
      }
    }

    /// Looks at the bound on the way, and then while all pages are read round and round and the
    /// best of them vanish. For odd seeds all pages are known from the beginning.
    void bounded() {
      closed = seed % 2 == 1;
      while (closed && web.size() < 60) {
        discovered(web.size());
      }
      every(5, Run::bound);
      for (int round = 0; round < 100; round++) {
        round();
        bound();
        if (dying && round % 40 == 39) {
          int best = best(web.rank());
          web.gone(best);
          ledger.gone(best);
          bound();
        }
      }
    }

    private static int best(double[] rank) {
      int best = 0;
      for (int page = 0; page < rank.length; page++) {
        best = rank[page] > rank[best] ? page : best;
      }
      return best;
    }

    /// A bound of 2 says nothing.
    private void bound() {
      double bound = ledger.errorBound();
      if (bound < 2) {
        double distance = distance(web.rank());
        assertTrue(distance <= bound + 1e-12, distance + " above " + bound);
      }
    }

    private double distance(double[] truth) {
      double distance = 0;
      for (int page = 0; page < truth.length; page++) {
        distance += Math.abs(truth[page] - ledger.importance(page));
      }
      return distance;
    }

    void converge() {
      for (int round = 0; round < 60; round++) {
        round();
      }
      ledger.settle();
      double distance = distance(web.rank());
      if (distance > candidate.converged) {
        fail("still " + distance + " off after sixty rounds");
      }
    }

    /// Reads every living page.
    private void round() {
      for (int page = 0; page < web.size(); page++) {
        if (!web.isRead(page) && !web.isGone(page)) {
          read(page, row(page));
        } else if (!web.isGone(page)) {
          unchanged(page);
        }
      }
    }

    void papers() {
      double[] truth = web.opic();
      for (int page = 0; page < truth.length; page++) {
        assertEquals(truth[page], ledger.importance(page), 1e-6, "page " + page);
      }
    }
  }
}
