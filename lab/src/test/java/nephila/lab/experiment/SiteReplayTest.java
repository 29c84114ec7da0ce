package nephila.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import nephila.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteReplayTest {
  private static final long DAY = 86_400;

  @TempDir Path folder;

  private Path zipped(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  private SiteHistory history() throws IOException {
    String pages = "#id\tkind\turl\n0\tp\ta\n1\tx\tout\n2\tp\tb\n7\tp\tc\n";
    String events =
        "#time\top\tpage\tadded\tremoved\n"
            + "0\tA\t0\t1 2 7\t\n"
            + "0\tA\t2\t0\t\n"
            + (10 * DAY + "\tA\t7\t0 2\t\n")
            + (20 * DAY + "\tM\t0\t\t2\n")
            + (30 * DAY + "\tD\t7\t\t\n")
            + (60 * DAY + "\tM\t2\t0\t\n");
    return SiteHistory.read(zipped("pages.gz", pages), zipped("events.gz", events));
  }

  @Test
  void theSiteIsAsItsHistorySaysOnEachDay() throws IOException {
    SiteHistory history = history();
    assertEquals(3, history.pages());
    SiteNow site = new SiteNow(history);
    site.goTo(0, page -> {});
    assertArrayEquals(new int[] {1, 2}, site.row(0), "the external link is left out");
    assertFalse(site.exists(2));
    site.goTo(25, page -> assertEquals(2, page));
    assertArrayEquals(new int[] {2}, site.row(0));
    assertEquals(3, site.size());
    site.goTo(60, page -> {});
    assertEquals(0, site.row(2).length, "a deleted page has no links");
    double[] importance = site.importance();
    assertEquals(0, importance[2]);
    assertEquals(1, Arrays.stream(importance).sum(), 1e-12);
  }

  @Test
  void theExactFormFollowsTheHistoryToTheEnd() throws IOException {
    SiteHistory history = history();
    SiteReplay.Truth truth = SiteReplay.Truth.of(history, 5);
    Contender exact = Contender.exactKeeping("exact", 1e-6, Contender::refresh);
    double[] misplaced = SiteReplay.run(history, truth, exact, 3, 1);
    assertEquals(12, misplaced.length);
    assertTrue(misplaced[11] < 1e-3, Arrays.toString(misplaced));
    assertTrue(Arrays.stream(misplaced).allMatch(one -> one >= 0 && one <= 100));
  }

  @Test
  void aFolderWithoutTheHistoryIsTold() {
    assertThrows(
        UserError.class, () -> SiteHistory.read(folder.resolve("no"), folder.resolve("no")));
  }
}
