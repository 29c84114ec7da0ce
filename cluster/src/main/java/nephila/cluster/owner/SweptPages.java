package nephila.cluster.owner;

import nephila.frontier.EvictedPages;
import nephila.frontier.HostPages;
import nephila.ledger.StoredLedger;

/// The pages of a partition that are not in memory: those that wait to be read are, and the others
/// come back when a sweep meets them ([PartitionFrontier#sweep]), so that a host need not be asked
/// for its own.
record SweptPages(StoredLedger ledger) implements EvictedPages {
  @Override
  public boolean resolve(int slot) {
    return true;
  }

  @Override
  public HostPages of(int host) {
    return new HostPages();
  }

  @Override
  public int admit(HostPages found, int i) {
    throw new IndexOutOfBoundsException(i);
  }

  @Override
  public double leastStanding() {
    return 0;
  }

  @Override
  public long credit() {
    return ledger.credit();
  }

  @Override
  public double leastCredits() {
    return ledger.leastCredits();
  }
}
