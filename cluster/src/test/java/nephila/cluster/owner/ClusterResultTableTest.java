package nephila.cluster.owner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import nephila.testweb.contract.ResultRow;
import nephila.testweb.contract.ResultShell;
import nephila.testweb.contract.ResultTable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// The crawl on a cluster by the table that all shells are held to.
class ClusterResultTableTest {
  private static final int PARTITIONS = 2;

  /// Rows that the cluster fails, and why.
  private static final Map<String, String> DRIFT = Map.of();

  @TempDir Path dir;

  @TestFactory
  Stream<DynamicTest> theTableHolds() {
    return ResultTable.rows().stream()
        .filter(row -> row.isFor(ResultShell.Kind.CLUSTER))
        .map(
            row -> {
              Path own = dir.resolve(Integer.toString(row.toString().hashCode()));
              return DynamicTest.dynamicTest(row.toString(), () -> run(row, own));
            });
  }

  private static void run(ResultRow row, Path dir) throws Exception {
    List<ClusterShell> open = new ArrayList<>();
    try {
      ResultTable.run(
          row,
          DRIFT,
          (plan, web, clock) -> {
            if (!open.isEmpty()) {
              return open.getFirst().reopened();
            }
            open.add(new ClusterShell(dir, plan, PARTITIONS, web, clock));
            return open.getFirst();
          });
    } finally {
      open.forEach(ClusterShell::end);
    }
  }
}
