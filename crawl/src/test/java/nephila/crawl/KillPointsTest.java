package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import nephila.archive.FaultPoint;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A kill at the most delicate points; bench/kill-points makes fifty at each.
@Tag("slow")
class KillPointsTest {
  @TempDir Path work;

  @ParameterizedTest
  @EnumSource(
      value = FaultPoint.class,
      names = {
        "ARCHIVE_HALF_WRITTEN",
        "COMMIT_BEFORE_BATCH",
        "COMMIT_BATCH_WRITTEN",
        "INDEX_MOVED"
      })
  void nothingIsLostByAKillThere(FaultPoint point) throws Exception {
    KillPoints test = new KillPoints(work, point.ordinal(), "halt");
    int kills = test.kill(point, 1);
    assertEquals(List.of(), test.faults);
    assertTrue(kills > 0, "the point is passed");
  }

  @ParameterizedTest
  @EnumSource(
      value = FaultPoint.class,
      names = {"ARCHIVE_HALF_WRITTEN", "COMMIT_BEFORE_BATCH", "COMMIT_BATCH_WRITTEN"})
  void noCashIsLostByAKillThere(FaultPoint point) throws Exception {
    KillPoints test = new KillPoints(work, point.ordinal(), "halt", KilledCrawl.Kind.OPIC);
    int kills = test.kill(point, 2);
    assertEquals(List.of(), test.faults);
    assertTrue(kills > 0, "the point is passed");
  }

  /// The crawl has outgrown its memory, and reads pages again.
  @ParameterizedTest
  @EnumSource(
      value = KilledCrawl.Kind.class,
      names = {"EXACT_ON_DISK", "OPIC_ON_DISK", "FORGET_ON_DISK", "EXACT_FORGET_ON_DISK"})
  void nothingIsLostByAKillOfACrawlOnDisk(KilledCrawl.Kind kind) throws Exception {
    KillPoints test = new KillPoints(work, 5, "halt", kind);
    int kills = test.kill(FaultPoint.COMMIT_BEFORE_BATCH, 1);
    kills += test.kill(FaultPoint.COMMIT_BATCH_WRITTEN, 1);
    kills += test.kill(FaultPoint.REPLAY_ENTERED, 1);
    assertEquals(List.of(), test.faults);
    assertEquals(3, kills);
  }

  @ParameterizedTest
  @EnumSource(
      value = FaultPoint.class,
      names = {"STATE_OPENED", "ARCHIVE_HALF_WRITTEN", "COMMIT_BATCH_WRITTEN", "PLAN_WRITTEN"})
  void preferenceAndWeightsSurviveAKillThere(FaultPoint point) throws Exception {
    KillPoints test = new KillPoints(work, point.ordinal(), "halt", KilledCrawl.Kind.PREFERENCE);
    int kills = test.kill(point, 2);
    assertEquals(List.of(), test.faults);
    assertTrue(kills > 0, "the point is passed");
  }

  @ParameterizedTest
  @EnumSource(
      value = FaultPoint.class,
      names = {"ARCHIVE_HALF_WRITTEN", "LINES_HALF_WRITTEN"})
  void nothingIsLostByADiskThatIsFull(FaultPoint point) throws Exception {
    KillPoints test = new KillPoints(work, 3, "enospc");
    test.kill(point, 1);
    assertEquals(List.of(), test.faults);
  }
}
