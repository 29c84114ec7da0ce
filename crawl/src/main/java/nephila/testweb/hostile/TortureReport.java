package nephila.testweb.hostile;

import java.util.List;

/// What came of it.
///
/// @param canary connections that reached the canary
/// @param faults of the crawl as a whole: that it broke, or its books or archive did
public record TortureReport(List<Row> rows, int canary, List<String> faults) {
  /// One behaviour.
  ///
  /// @param must what must happen
  /// @param happened what did
  public record Row(String name, String must, String happened, boolean passed) {
    static Row of(Behaviour behaviour, HostEvidence seen) {
      return new Row(
          behaviour.name(), behaviour.must(), seen.toString(), behaviour.held().test(seen));
    }
  }

  public boolean passed() {
    return canary == 0 && faults.isEmpty() && rows.stream().allMatch(Row::passed);
  }
}
