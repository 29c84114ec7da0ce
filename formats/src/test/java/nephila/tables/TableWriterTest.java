package nephila.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.jerolba.carpet.CarpetReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import nephila.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableWriterTest {
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("url"), Column.whole("reads"), Column.real("importance"), Column.time("at"));

  @TempDir Path dir;

  private Path write(String name, TableFormat format, Object[]... rows) throws Exception {
    Path file = dir.resolve(name);
    try (TableWriter table = TableWriter.create(file, format, COLUMNS)) {
      for (Object[] row : rows) {
        table.row(row);
      }
      table.finish();
    }
    return file;
  }

  @Test
  void csvQuotesWhatNeedsItAndDisarmsFormulas() throws Exception {
    Path file =
        write(
            "t.csv",
            TableFormat.CSV,
            new Object[] {"a,\"b\"\nc", 1L, 0.5, 0L},
            new Object[] {"=HYPERLINK(\"http://x\")", -3L, null, null},
            new Object[] {"@SUM(1)", null, -1e-9, 1_700_000_000_123L});
    assertEquals(
        "url,reads,importance,at\r\n"
            + "\"a,\"\"b\"\"\nc\",1,0.5,1970-01-01T00:00:00Z\r\n"
            + "\"'=HYPERLINK(\"\"http://x\"\")\",-3,,\r\n"
            + "'@SUM(1),,-1.0E-9,2023-11-14T22:13:20.123Z\r\n",
        Files.readString(file));
  }

  @Test
  void jsonLinesLeaveOutWhatIsNotKnown() throws Exception {
    Path file =
        write(
            "t.jsonl",
            TableFormat.JSONL,
            new Object[] {"a\"\\\u0001\u2028é", 1L, 0.5, null},
            new Object[] {null, null, null, 5L});
    assertEquals(
        "{\"url\":\"a\\\"\\\\\\u0001\\u2028é\",\"reads\":1,\"importance\":0.5}\n"
            + "{\"at\":\"1970-01-01T00:00:00.005Z\"}\n",
        Files.readString(file));
  }

  /// What parquet-java reads.
  public record Line(String url, Long reads, Double importance, java.time.Instant at) {}

  @Test
  void parquetIsReadByParquetJavaAsItWasWritten() throws Exception {
    long seed = Long.getLong("nephila.seed", 1);
    Random random = new Random(seed);
    Object[][] rows = new Object[70_000][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] =
          new Object[] {
            random.nextInt(5) == 0 ? null : "http://é" + i + ".org/" + random.nextLong(),
            i % 3 == 0 ? null : random.nextLong(),
            i > 66_000 ? null : random.nextGaussian(),
            Math.abs(random.nextLong() >>> 20)
          };
    }
    Path file = write("t.parquet", TableFormat.PARQUET, rows);
    List<Line> read = new CarpetReader<>(file.toFile(), Line.class).toList();
    assertEquals(rows.length, read.size());
    for (int i = 0; i < rows.length; i++) {
      Line line = read.get(i);
      assertEquals(rows[i][0], line.url(), "row " + i + " seed " + seed);
      assertEquals(rows[i][1], line.reads());
      assertEquals(rows[i][2], line.importance());
      assertEquals(rows[i][3], line.at().toEpochMilli());
    }
  }

  @Test
  void anEmptyParquetTableHasItsColumns() throws Exception {
    Path file = write("e.parquet", TableFormat.PARQUET);
    assertEquals(List.of(), new CarpetReader<>(file.toFile(), Map.class).toList());
  }

  @Test
  void aTableThatIsNotFinishedLeavesNothing() throws Exception {
    try (TableWriter table = TableWriter.create(dir.resolve("t.csv"), TableFormat.CSV, COLUMNS)) {
      table.row("a", 1L, 1.0, 1L);
    }
    try (var files = Files.list(dir)) {
      assertFalse(files.findAny().isPresent());
    }
    Path nowhere = dir.resolve("no/such/t.csv");
    UserError error =
        assertThrows(UserError.class, () -> TableWriter.create(nowhere, TableFormat.CSV, COLUMNS));
    assertTrue(error.getMessage().contains("no such folder"), error.getMessage());
  }
}
