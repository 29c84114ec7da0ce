package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import nephila.frontier.Focus;
import nephila.frontier.PagePriority;
import nephila.frontier.growth.ExpectedWorthModel;
import nephila.frontier.order.CashPriority;
import nephila.frontier.order.ExpectedPriority;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;
import nephila.store.record.ReadFacts;
import nephila.store.record.UrlHash;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A site with two directories: pages of `/good/` point to each other, those of `/poor/` to nobody,
/// and the home page to all.
class ExpectedWorthModelTest {
  private static final String ORIGIN = "http://host.test";
  private static final int READ = 30;

  @TempDir Path dir;
  private CrawlStore store;

  @BeforeEach
  void open() throws Exception {
    store = CrawlStore.open(dir, 0.85);
  }

  @AfterEach
  void close() {
    store.close();
  }

  /// A model that goes on with what the store's note says.
  private ExpectedWorthModel model() {
    ExpectedWorthModel model =
        new ExpectedWorthModel(store.pages(), store.exact(), store.frontierPages());
    store.note("growth").ifPresent(model::resume);
    return model;
  }

  private int know(String path) {
    return store.know(store.host(ORIGIN), UrlHash.of(ORIGIN + path), path, 0, PageTable.NO_PAGE);
  }

  private void read(ExpectedWorthModel foresight, int slot, int... row) {
    foresight.taken(slot);
    ReadFacts facts = new ReadFacts(1, 200, "", 0, "", 0, "", "", ReadFacts.Reason.SEED, 0, 0, 1);
    store.read(slot, facts, row, false);
  }

  /// Reads the home page, and some pages of each directory.
  private void readSome(ExpectedWorthModel foresight) {
    int[] all = new int[4 * READ];
    for (int k = 0; k < 2 * READ; k++) {
      all[2 * k] = know("/good/" + k + ".html");
      all[2 * k + 1] = know("/poor/" + k + ".html");
    }
    int[] home = java.util.Arrays.stream(all).sorted().toArray();
    read(foresight, know("/"), home);
    foresight.look();
    for (int k = 0; k < READ; k++) {
      int next = know("/good/" + (k + 1) % READ + ".html");
      int after = know("/good/" + (k + 2) % READ + ".html");
      read(foresight, know("/good/" + k + ".html"), Math.min(next, after), Math.max(next, after));
      read(foresight, know("/poor/" + k + ".html"));
    }
    foresight.look();
  }

  @Test
  void aPageIsExpectedToBecomeWhatItsSiblingsBecame() {
    ExpectedWorthModel foresight = model();
    readSome(foresight);
    int good = know("/good/50.html");
    int poor = know("/poor/50.html");
    assertEquals(store.ledger().worth(good), store.ledger().worth(poor));
    assertTrue(
        foresight.of(good) > 1.2 * foresight.of(poor),
        foresight.of(good) + " " + foresight.of(poor));
    int fresh = know("/good/deeper/new.html");
    assertTrue(foresight.of(fresh) > 0, "of a directory it has not seen yet");
  }

  @Test
  void directoriesThatWereReadALotTakeTurns() {
    ExpectedWorthModel foresight = model();
    readSome(foresight);
    int good = know("/good/50.html");
    double before = foresight.of(good);
    for (int k = READ; k < READ + 10; k++) {
      foresight.taken(know("/good/" + k + ".html"));
    }
    double turns = Math.pow((1.0 + READ + 10) / (1.0 + READ), -0.3);
    assertEquals(turns, foresight.of(good) / before, 1e-9);
  }

  @Test
  void whatWasLearnedIsKnownTheNextTime() throws Exception {
    ExpectedWorthModel foresight = model();
    readSome(foresight);
    String learned = foresight.learned();
    double ratio = foresight.of(know("/good/50.html")) / foresight.of(know("/poor/50.html"));
    store.commit(Map.of("growth", learned));
    store.close();
    store = CrawlStore.open(dir, 0.85);
    ExpectedWorthModel again = model();
    assertEquals(learned, again.learned());
    again.look();
    double ratioAgain = again.of(know("/good/50.html")) / again.of(know("/poor/50.html"));
    assertEquals(ratio, ratioAgain, 1e-6);
  }

  @Test
  void aNoteThatDoesNotFitIsNotTaken() {
    String usual = model().learned();
    for (String note : new String[] {"", "1 2 3", "x y", usual.replaceFirst("^\\S+", "NaN")}) {
      store.commit(Map.of("growth", note));
      assertEquals(usual, model().learned(), note);
    }
  }

  @Test
  void withoutItAPageIsWorthWhatItIsWorthNow() {
    ExpectedWorthModel foresight = model();
    readSome(foresight);
    int good = know("/good/50.html");
    PagePriority byCash = new CashPriority(store.ledger(), Focus.NONE, false);
    assertEquals(foresight.worth(good), byCash.of(good));
    assertEquals(1, byCash.hostShare(100));
    assertEquals(Math.pow(101, -0.3), new ExpectedPriority(foresight, Focus.NONE).hostShare(100));
  }

  @Test
  void itEndsWhereTheMemoryIsNearlyFull() throws Exception {
    store.close();
    store = CrawlStore.open(dir, 0.85, 1500 * 90);
    ExpectedWorthModel foresight = model();
    readSome(foresight);
    assertTrue(foresight.isOn());
    for (int k = 0; k < 900; k++) {
      know("/more/" + k);
    }
    assertTrue(foresight.isOn());
    foresight.look();
    assertFalse(foresight.isOn());
    int good = know("/good/50.html");
    assertEquals(foresight.worth(good), foresight.of(good));
  }
}
