package nephila.server;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import nephila.testweb.contract.ResultShell;
import nephila.testweb.contract.ResultTable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// The frontier server by the table that all shells are held to.
class ServerResultTableTest {
  @TempDir Path dir;

  @TestFactory
  Stream<DynamicTest> theTableHolds() {
    return ResultTable.rows().stream()
        .filter(row -> row.isFor(ResultShell.Kind.SERVER))
        .map(
            row -> {
              Path own = dir.resolve(Integer.toString(row.toString().hashCode()));
              return DynamicTest.dynamicTest(
                  row.toString(),
                  () ->
                      ResultTable.run(
                          row,
                          Map.of(),
                          (plan, web, clock) -> new ServerShell(own, plan, web, clock)));
            });
  }
}
