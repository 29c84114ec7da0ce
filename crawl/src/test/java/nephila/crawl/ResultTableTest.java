package nephila.crawl;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import nephila.testweb.contract.ResultShell;
import nephila.testweb.contract.ResultTable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// The crawl on one machine by the table that all shells are held to.
class ResultTableTest {
  /// Rows that the crawl fails, and why.
  private static final Map<String, String> DRIFT =
      Map.ofEntries(
          Map.entry("410 is gone at once", "a page cannot be gone yet"),
          Map.entry(
              "a page that is missed is no change and has its turn after twice the time",
              "a miss counts as a change"),
          Map.entry("404 three times in a row is gone", "a page cannot be gone yet"),
          Map.entry("misses are counted through a restart", "a page cannot be gone yet"),
          Map.entry(
              "a page that was never seen is gone after three answers of 404",
              "a page cannot be gone yet"),
          Map.entry(
              "a host without an address three times in a row is gone",
              "a page cannot be gone yet"),
          Map.entry(
              "a page that is gone and named anew stays gone where it does not answer",
              "a page cannot be gone yet"),
          Map.entry("a page that is gone is asked for again rarely", "a page cannot be gone yet"));

  @TempDir Path dir;

  @TestFactory
  Stream<DynamicTest> theTableHolds() {
    return ResultTable.rows().stream()
        .filter(row -> row.isFor(ResultShell.Kind.CRAWL))
        .map(
            row -> {
              Path own = dir.resolve(Integer.toString(row.toString().hashCode()));
              return DynamicTest.dynamicTest(
                  row.toString(),
                  () ->
                      ResultTable.run(
                          row, DRIFT, (plan, web, clock) -> new CrawlShell(own, plan, web, clock)));
            });
  }
}
