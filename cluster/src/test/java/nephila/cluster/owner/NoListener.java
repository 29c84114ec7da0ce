package nephila.cluster.owner;

import java.util.SortedSet;
import nephila.cluster.wire.ClusterDiscovery;

/// Every page is to be read; nothing is ordered.
final class NoListener implements PartitionLedger.Listener {
  @Override
  public boolean judge(int slot, ClusterDiscovery how) {
    return true;
  }

  @Override
  public void waits(int slot) {}

  @Override
  public void named(int slot) {}

  @Override
  public double standing(int slot) {
    return 0;
  }

  @Override
  public boolean isWanted(int slot) {
    return false;
  }

  @Override
  public void leaving(int slot) {}

  @Override
  public void left(double least) {}

  @Override
  public void cameBack(int slot) {}

  @Override
  public void worthChanged(int slot, boolean rose) {}

  @Override
  public boolean called(int slot, String url, SortedSet<String> anchors) {
    return false;
  }
}
