package nephila.lab.machines;

import nephila.UserError;

/// A crawl on machines that are alike, each with a worker and a broker.
///
/// @param partitions of the crawl
/// @param pageMemory bytes of a machine's memory that are for pages
/// @param known pages known
/// @param read pages that were read at least once
/// @param readsPerSecond asked for, of all machines together
/// @param refresh the share of reads that are of pages read before
/// @param links of a page
/// @param downloadBytes of a page, as it comes through the network
/// @param archiveBytes of a page in the archive; 0 without
/// @param replication copies of each topic
/// @param standbys copies of the state on other workers
/// @param pricePerMonth of a machine
/// @param pricePerTerabyte of traffic that comes in
public record MachinePlan(
    int machines,
    int partitions,
    int cores,
    double pageMemory,
    double diskBytes,
    double diskBytesPerSecond,
    double networkBytesPerSecond,
    double known,
    double read,
    double readsPerSecond,
    double refresh,
    double links,
    double downloadBytes,
    double archiveBytes,
    int replication,
    int standbys,
    double pricePerMonth,
    double pricePerTerabyte) {
  public MachinePlan {
    if (machines < 1 || cores < 1) {
      throw new UserError("machines and cores: at least 1 each");
    }
    if (partitions < machines) {
      throw new UserError(
          "partitions "
              + partitions
              + ": fewer than "
              + machines
              + " machines, of which some would have none");
    }
    if (!(known > 0 && read >= 0 && read <= known)) {
      throw new UserError(
          String.format("%,.0f pages read of %,.0f known: no more than are known", read, known));
    }
    if (replication > machines) {
      throw new UserError(
          "replication " + replication + ": " + machines + " machines cannot hold so many copies");
    }
  }
}
