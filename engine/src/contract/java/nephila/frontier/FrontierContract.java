package nephila.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import nephila.frontier.FrontierSubject.Terms;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Tries every [FrontierLaw] on the frontiers of one module, by a clock that the contract turns.
///
/// A law that a frontier is known to break stands in its candidate with the reason; that it is
/// broken is asserted, so that a frontier that was mended is noticed.
///
/// Seeds are fixed; `-Dnephila.seed=…` tries another one.
public abstract class FrontierContract {
  private static final long SECOND = 1000;
  private static final long BEGIN = 1_800_000_000_000L;
  private static final int MANY = 200;

  /// How a frontier is made.
  public interface Maker {
    FrontierSubject make(Terms terms) throws Exception;
  }

  /// A frontier to be tried.
  protected static final class Candidate {
    private final String name;
    private final Maker maker;
    private final Map<FrontierLaw, String> broken = new EnumMap<>(FrontierLaw.class);
    private final Map<FrontierLaw, String> without = new EnumMap<>(FrontierLaw.class);

    public Candidate(String name, Maker maker) {
      this.name = name;
      this.maker = maker;
    }

    /// The law does not hold, and should.
    public Candidate breaks(FrontierLaw law, String reason) {
      broken.put(law, reason);
      return this;
    }

    /// The law says nothing about this frontier.
    public Candidate without(String reason, FrontierLaw... laws) {
      for (FrontierLaw law : laws) {
        without.put(law, reason);
      }
      return this;
    }
  }

  protected abstract List<Candidate> candidates();

  @TestFactory
  Stream<DynamicNode> everyFrontierKeepsEveryLaw() {
    return candidates().stream()
        .map(
            candidate ->
                DynamicContainer.dynamicContainer(
                    candidate.name,
                    Arrays.stream(FrontierLaw.values())
                        .filter(law -> !candidate.without.containsKey(law))
                        .map(law -> test(candidate, law))));
  }

  private static DynamicTest test(Candidate candidate, FrontierLaw law) {
    String reason = candidate.broken.get(law);
    if (reason == null) {
      return DynamicTest.dynamicTest(law.toString(), () -> new Trial(candidate.maker).keeps(law));
    }
    return DynamicTest.dynamicTest(
        "not yet: " + law + " (" + reason + ")",
        () -> {
          Throwable failure =
              assertThrows(Throwable.class, () -> new Trial(candidate.maker).keeps(law));
          System.out.println(candidate.name + ", " + law.name() + ": " + failure);
        });
  }

  private static String url(int host, int page) {
    return "http://h" + host + ".test/p" + page;
  }

  /// One law on one frontier.
  private static final class Trial {
    private final Maker maker;
    private final long seed = Long.getLong("nephila.seed", 1);
    private final Random random = new Random(seed);
    private FrontierSubject subject;
    private long now = BEGIN;

    Trial(Maker maker) {
      this.maker = maker;
    }

    void keeps(FrontierLaw law) throws Exception {
      try (FrontierSubject made = maker.make(terms(law))) {
        subject = made;
        switch (law) {
          case ONCE -> once();
          case UNDER_WAY -> underWay();
          case REMOVED -> removed();
          case LAPSE -> lapse();
          case AGAIN -> again();
          case BEST_OF_HOST -> best(1);
          case BEST_OF_ALL -> best(24);
          case RISE -> rise();
          case FALL -> fall();
          case NOT_BEFORE_DUE -> notBeforeDue();
          case WHEN_DUE -> whenDue();
          case ONE_CONNECTION -> connections(1);
          case TWO_CONNECTIONS -> connections(2);
          case HOST_TURNS -> hostTurns();
          case SITE_SHARE -> siteShare();
          case EVICTED -> evicted();
          case AGE -> age();
          case PUT_OFF -> putOff();
          case IMPORTANT_AGAIN -> importantAgain();
        }
      } catch (AssertionError e) {
        throw new AssertionError(law + ": -Dnephila.seed=" + seed, e);
      }
    }

    private static Terms terms(FrontierLaw law) {
      return switch (law) {
        case UNDER_WAY, TWO_CONNECTIONS -> Terms.USUAL.connections(2);
        case HOST_TURNS, SITE_SHARE -> Terms.USUAL.turns();
        case EVICTED -> Terms.USUAL.memory(1000);
        default -> Terms.USUAL;
      };
    }

    private void pass(long seconds) {
      now += seconds * SECOND;
    }

    private void discover(String url, int credits) {
      subject.discover(url, credits, now);
    }

    private String take() {
      return subject.take(now);
    }

    /// Reads the page; its host is due at once.
    private void read(String url) {
      subject.read(url, now, now);
    }

    /// Takes and reads pages, a second each, until there is none.
    private List<String> readAll() {
      List<String> order = new ArrayList<>();
      for (String url = take(); url != null; url = take()) {
        order.add(url);
        read(url);
        pass(1);
      }
      return order;
    }

    private void once() {
      Set<String> known = new HashSet<>();
      Set<String> underWay = new HashSet<>();
      Set<String> read = new HashSet<>();
      for (int step = 0; step < 3000; step++) {
        pass(1);
        String url = url(random.nextInt(7), random.nextInt(40));
        if (step < 2000 && !underWay.contains(url) && !read.contains(url)) {
          known.add(url);
          discover(url, 1 + random.nextInt(3));
        }
        String taken = random.nextInt(3) > 0 ? take() : null;
        if (taken != null) {
          assertTrue(known.contains(taken) && !read.contains(taken), taken);
          assertTrue(underWay.add(taken), taken + " is under way");
        }
        if (!underWay.isEmpty() && random.nextBoolean()) {
          String back = underWay.iterator().next();
          underWay.remove(back);
          if (random.nextInt(4) == 0) {
            subject.failed(back, now, now);
          } else {
            subject.read(back, now, now + SECOND * random.nextInt(5));
            read.add(back);
          }
        }
      }
      underWay.forEach(this::read);
      read.addAll(underWay);
      pass(10);
      for (String url : readAll()) {
        assertTrue(read.add(url), url);
      }
      assertEquals(known, read);
    }

    private void underWay() {
      discover(url(1, 1), 3);
      String url = take();
      assertEquals(url(1, 1), url);
      discover(url, 1);
      subject.pay(url, 5, now);
      pass(2);
      assertNull(take());
      read(url);
      pass(2);
      assertNull(take());
    }

    private void removed() {
      discover(url(1, 1), 9);
      discover(url(1, 2), 1);
      subject.remove(url(1, 1), now);
      subject.remove(url(1, 3), now);
      assertEquals(List.of(url(1, 2)), readAll());
    }

    private void lapse() {
      discover(url(1, 1), 2);
      discover(url(1, 2), 1);
      assertEquals(url(1, 1), take());
      now += subject.lapseMillis() + SECOND;
      assertEquals(List.of(url(1, 1), url(1, 2)), readAll());
      now += subject.lapseMillis() + SECOND;
      assertNull(take());
    }

    private void again() {
      Map<String, Integer> reads = new HashMap<>();
      int pages = 60;
      for (int page = 0; page < pages; page++) {
        discover(url(page % 4, page), 1 + page % 9);
      }
      assertEquals(pages, readAll().size());
      pass(100);
      for (int step = 0; step < 60 * pages; step++) {
        pass(20);
        String url = subject.takeAgain(now);
        assertNotNull(url);
        reads.merge(url, 1, Integer::sum);
        read(url);
      }
      assertEquals(pages, reads.size());
      reads.forEach((url, count) -> assertTrue(count > 5, url + " was read " + count + " times"));
    }

    private void best(int hosts) {
      List<Integer> credits = new ArrayList<>(IntStream.range(1, 25).boxed().toList());
      java.util.Collections.shuffle(credits, random);
      for (int page = 0; page < credits.size(); page++) {
        discover(url(page % hosts, page), credits.get(page));
      }
      List<Integer> taken = new ArrayList<>();
      while (taken.size() < credits.size()) {
        String url = take();
        taken.add(credits.get(Integer.parseInt(url.substring(url.indexOf("/p") + 2))));
        read(url);
        pass(2);
      }
      assertEquals(credits.stream().sorted(java.util.Comparator.reverseOrder()).toList(), taken);
    }

    private void rise() {
      for (int page = 0; page < 6; page++) {
        discover(url(page / 2, page), 10 - page);
      }
      assertEquals(url(0, 0), take());
      subject.pay(url(2, 5), 20, now);
      subject.pay(url(1, 3), 10, now);
      assertEquals(url(2, 5), take());
      assertEquals(url(1, 3), take());
    }

    private void fall() {
      for (int page = 0; page < 6; page++) {
        discover(url(page / 2, page), 20 - page);
      }
      assertEquals(url(0, 0), take());
      subject.pay(url(1, 2), -10, now);
      subject.pay(url(2, 4), -14, now);
      assertEquals(url(1, 3), take());
      assertEquals(url(2, 5), take());
    }

    private void notBeforeDue() {
      Map<String, Long> due = new HashMap<>();
      for (int page = 0; page < MANY; page++) {
        discover(url(page % 9, page), 1 + random.nextInt(5));
      }
      int read = 0;
      for (int step = 0; step < 40 * MANY && read < MANY; step++) {
        String url = take();
        if (url == null) {
          pass(1);
          continue;
        }
        String host = url.substring(0, url.indexOf("/p"));
        assertTrue(due.getOrDefault(host, 0L) <= now, host);
        due.put(host, now + SECOND * random.nextInt(20));
        subject.read(url, now, due.get(host));
        read++;
      }
      assertEquals(MANY, read);
    }

    private void whenDue() {
      for (int host = 0; host < 4; host++) {
        discover(url(host, 1), 2);
        discover(url(host, 2), 1);
      }
      int[] wait = {40, 10, 30, 20};
      for (int k = 0; k < 4; k++) {
        String url = take();
        int host = url.charAt("http://h".length()) - '0';
        subject.read(url, now, now + SECOND * wait[host]);
      }
      for (int host : new int[] {1, 3, 2, 0}) {
        pass(9);
        assertNull(take());
        pass(1);
        assertEquals(url(host, 2), take());
        assertNull(take());
      }
    }

    private void connections(int most) {
      for (int page = 0; page < 5; page++) {
        discover(url(1, page), 1);
      }
      List<String> taken = new ArrayList<>();
      for (int k = 0; k < most; k++) {
        pass(2);
        taken.add(present(take()));
      }
      pass(2);
      assertNull(take());
      read(taken.getFirst());
      pass(2);
      taken.add(present(take()));
      pass(2);
      assertNull(take());
      assertEquals(most + 1, Set.copyOf(taken).size());
    }

    private static String present(String url) {
      assertNotNull(url);
      return url;
    }

    private void hostTurns() {
      for (int page = 0; page < 40; page++) {
        discover(url(1, page), 6);
        discover(url(2, page), 5);
      }
      long first = readAll().stream().limit(40).filter(url -> url.startsWith("http://h1.")).count();
      assertTrue(first > 15 && first < 35, first + " of 40");
    }

    private void siteShare() {
      for (int host = 0; host < 300; host++) {
        discover("http://h" + host + ".large.test/", 2);
      }
      for (int page = 0; page < 30; page++) {
        discover("http://small.test/" + page, 2);
      }
      List<String> order = readAll();
      long small =
          order.stream().limit(150).filter(url -> url.startsWith("http://small.test/")).count();
      assertTrue(small >= 7, small + " of 150");
      assertEquals(330, order.size());
    }

    private void evicted() {
      int pages = 4000;
      Map<String, Integer> credits = new HashMap<>();
      for (int page = 0; page < pages; page++) {
        String url = url(page % 30, page);
        int its = page % 50 == 0 ? 3 : page % 50 == 30 ? 2 : 1;
        credits.put(url, its);
        discover(url, its);
      }
      List<String> order = readAll();
      assertEquals(pages, order.size());
      assertEquals(credits.keySet(), new HashSet<>(order));
      Map<String, Integer> least = new HashMap<>();
      int swapped = 0;
      for (String url : order) {
        String host = url.substring(0, url.indexOf("/p"));
        swapped += credits.get(url) > least.getOrDefault(host, 9) ? 1 : 0;
        least.merge(host, credits.get(url), Math::min);
      }
      assertEquals(0, swapped, "pages that came after a worse one of their host");
    }

    private void age() {
      discover(url(1, 1), 1);
      discover(url(2, 1), 1);
      String first = take();
      read(first);
      pass(50);
      String second = take();
      read(second);
      assertNotEquals(first, second);
      pass(49);
      assertNull(subject.takeAgain(now));
      pass(61);
      assertEquals(first, subject.takeAgain(now));
      assertEquals(second, subject.takeAgain(now));
      assertNull(subject.takeAgain(now));
    }

    private void putOff() {
      discover(url(1, 1), 1);
      discover(url(2, 1), 1);
      String slow = take();
      subject.read(slow, now, now + 105 * SECOND);
      pass(1);
      String quick = take();
      read(quick);
      pass(99);
      assertNull(subject.takeAgain(now));
      pass(1);
      assertEquals(quick, subject.takeAgain(now));
      pass(3);
      assertNull(subject.takeAgain(now));
      pass(1);
      assertEquals(slow, subject.takeAgain(now));
    }

    private void importantAgain() {
      for (int page = 0; page < 40; page++) {
        discover(url(page % 4, page), page % 8 == 0 ? 16 : 1);
      }
      readAll();
      pass(100);
      int important = 0;
      for (int step = 0; step < 4000; step++) {
        pass(20);
        String url = subject.takeAgain(now);
        important += Integer.parseInt(url.substring(url.indexOf("/p") + 2)) % 8 == 0 ? 1 : 0;
        read(url);
      }
      // 5 pages of 40, four times as often as the others at √worth
      assertTrue(important > 1000 && important < 2000, important + " of 4000");
    }
  }
}
