package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import nephila.UserError;
import nephila.ledger.window.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerFileTest {
  @TempDir Path folder;

  private static List<Ledger> ledgers() {
    return List.of(
        new ExactLedger(),
        new ExactLedger(0.9, 100),
        new RowlessLedger(0.9, 100),
        new OpicLedger(OpicLedger.Settings.plain()),
        new OpicLedger(OpicLedger.Settings.corrected(Window.parse("improved:4:3"))),
        new OpicLedger(OpicLedger.Settings.corrected(Window.parse("adaptive")).withPurse(0.2)),
        new OpicLedger(
            OpicLedger.Settings.corrected(Window.parse("class:2,fixed:4.0,variable:4"))
                .withDefaultHistory()));
  }

  private static void exercise(Ledger ledger, RandomWeb web, int reads) {
    for (int read = 0; read < reads; read++) {
      int page = web.random.nextInt(web.pages());
      if (read % 50 == 7) {
        ledger.gone(page);
      } else {
        ledger.read(page, web.row(page));
      }
    }
  }

  @Test
  void aLoadedLedgerGoesOnAsIfNothingHadHappened() {
    long seed = RandomWeb.anySeed();
    for (Ledger ledger : ledgers()) {
      exercise(ledger, new RandomWeb(seed, 80), 700);
      Path file = folder.resolve("ledger");
      ledger.save(file);
      Ledger loaded = Ledger.load(file);
      loaded.audit();
      assertArrayEquals(ledger.snapshot().toArray(), loaded.snapshot().toArray());
      exercise(ledger, new RandomWeb(seed + 1, 90), 500);
      exercise(loaded, new RandomWeb(seed + 1, 90), 500);
      assertArrayEquals(ledger.snapshot().toArray(), loaded.snapshot().toArray());
      loaded.audit();
    }
  }

  @Test
  void anEmptyLedgerCanBeSaved() {
    for (Ledger ledger : ledgers()) {
      ledger.save(folder.resolve("empty"));
      assertTrue(Ledger.load(folder.resolve("empty")).pages() == 0);
    }
  }

  @Test
  void aDamagedFileIsAClearErrorAndTheEarlierSaveLoads() throws Exception {
    ExactLedger ledger = new ExactLedger();
    Path file = folder.resolve("ledger");
    ledger.read(0, 1, 2);
    ledger.save(file);
    double[] earlier = ledger.snapshot().toArray();
    ledger.read(1, 0);
    ledger.save(file);
    byte[] whole = Files.readAllBytes(file);
    for (int at = 0; at < whole.length; at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= 4;
      refused(file, flipped);
      refused(file, Arrays.copyOf(whole, at));
    }
    Ledger loaded = Ledger.load(folder.resolve("ledger.previous"));
    assertArrayEquals(earlier, loaded.snapshot().toArray());
  }

  private void refused(Path file, byte[] content) throws Exception {
    Files.write(file, content);
    UserError error = assertThrows(UserError.class, () -> Ledger.load(file));
    assertTrue(String.valueOf(error.getMessage()).contains("ledger: byte "), error::toString);
  }
}
