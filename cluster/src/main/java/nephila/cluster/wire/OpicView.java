package nephila.cluster.wire;

import java.util.Map;
import nephila.ledger.OpicCounts;

/// What a partition should know of the others under OPIC, a little old.
///
/// @param level the units that the virtual page has paid every page since the beginning
/// @param all what all partitions have counted together
/// @param each what each of them has, as far as it told
public record OpicView(long level, OpicCounts all, Map<Integer, OpicCounts> each) {
  public static final OpicView NONE = new OpicView(0, OpicCounts.NONE, Map.of());

  /// What the other partitions have counted.
  public OpicCounts elsewhere(int partition) {
    return all.minus(each.getOrDefault(partition, OpicCounts.NONE));
  }
}
