package nephila.lab.machines;

import java.util.Comparator;
import java.util.List;
import nephila.lab.machines.MeasuredCosts.Cost;

/// What becomes of a [MachinePlan] at [MeasuredCosts].
///
/// Every resource is used evenly by all machines, and grows with the reads a second but for what is
/// on disk. Payments go to all known pages alike: of those that are not in memory each costs a
/// look-up, which is more than real webs cost, whose payments go to few pages. The sweep that finds
/// pages to be read again goes round once while all pages read are read again.
///
/// @param cpuMicros CPU a read, in all machines together
/// @param uses what each resource is used to, 1 for all of it
/// @param mostReadsPerSecond at which the first resource is used up
/// @param rereadDays until each page that was read is read again; infinite without re-reads
/// @param lostSeconds until the pages of a machine that is lost are worked on again
/// @param pricePerMonth of machines and traffic
public record MachineForecast(
    double cpuMicros,
    List<Use> uses,
    double mostReadsPerSecond,
    double rereadDays,
    double lostSeconds,
    double diskBytes,
    double pricePerMonth) {
  private static final double DAY = 86_400;
  private static final double MONTH = 30.4 * DAY;
  private static final double USUAL_LINKS = 12;

  /// A resource of a machine and the share of it that is used.
  ///
  /// @param grows whether it grows with the reads a second
  public record Use(String resource, double share, boolean grows) {}

  public static MachineForecast of(MachinePlan plan, MeasuredCosts costs) {
    double cpu = cpuMicros(plan, costs);
    double rate = plan.readsPerSecond();
    double perMachine = rate / plan.machines();
    double disk = diskBytes(plan, costs);
    double topics = costs.of(Cost.BROKER_BYTES_PER_READ) + costs.of(Cost.CHANGELOG_BYTES_PER_READ);
    double written =
        plan.archiveBytes()
            + topics * plan.replication()
            + costs.of(Cost.STATE_BYTES_PER_READ)
                * costs.of(Cost.WRITE_AMPLIFICATION)
                * (1 + plan.standbys());
    // A message goes to its broker, to the copies, and to whoever reads it.
    double sent = plan.downloadBytes() + topics * (1 + plan.replication());
    List<Use> uses =
        List.of(
            new Use("CPU", perMachine * cpu / 1e6 / plan.cores(), true),
            new Use("network", perMachine * sent / plan.networkBytesPerSecond(), true),
            new Use("disk writes", perMachine * written / plan.diskBytesPerSecond(), true),
            new Use("disk space", disk / plan.diskBytes(), false));
    double most =
        uses.stream()
            .filter(Use::grows)
            .mapToDouble(use -> rate / use.share())
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    double again = plan.read() / (rate * plan.refresh()) / DAY;
    double traffic = rate * MONTH * plan.downloadBytes() / 1e12;
    double price = plan.machines() * plan.pricePerMonth() + traffic * plan.pricePerTerabyte();
    return new MachineForecast(cpu, uses, most, again, lostSeconds(plan, costs), disk, price);
  }

  private static double cpuMicros(MachinePlan plan, MeasuredCosts costs) {
    double byLinks = costs.of(Cost.READ_CPU_BY_LINKS_SHARE);
    double owners =
        costs.of(Cost.READ_CPU_MICROS) * (1 - byLinks + byLinks * plan.links() / USUAL_LINKS);
    double kept = plan.machines() * plan.pageMemory() / costs.of(Cost.PAGE_MEMORY_BYTES);
    double missing = Math.max(0, 1 - kept / plan.known());
    double payments = plan.links() * costs.of(Cost.PAYMENTS_PER_LINK);
    double misses = missing * payments * costs.of(Cost.MISS_CPU_MICROS);
    double swept =
        plan.read() == 0
            ? 0
            : plan.refresh() * plan.known() / plan.read() * costs.of(Cost.SWEEP_CPU_MICROS);
    return owners + misses + costs.of(Cost.FETCH_CPU_MICROS) + swept;
  }

  /// On each machine: state with its standby copies, the changelogs as large, and the archive.
  private static double diskBytes(MachinePlan plan, MeasuredCosts costs) {
    double state =
        (plan.known() - plan.read()) * costs.of(Cost.STATE_BYTES_PER_KNOWN)
            + plan.read() * costs.of(Cost.STATE_BYTES_PER_READ);
    double all = state * (1 + plan.standbys() + plan.replication());
    return (all + plan.read() * plan.archiveBytes()) / plan.machines();
  }

  private static double lostSeconds(MachinePlan plan, MeasuredCosts costs) {
    if (plan.machines() == 1) {
      return Double.POSITIVE_INFINITY;
    }
    Cost rate =
        plan.standbys() > 0 ? Cost.RESTORE_STANDBY_PAGES_PER_SECOND : Cost.RESTORE_PAGES_PER_SECOND;
    // A partition is restored by one worker, on one core.
    double partitions = Math.ceil((double) plan.partitions() / plan.machines());
    double turns = Math.ceil(partitions / ((plan.machines() - 1.0) * plan.cores()));
    double pages = plan.known() / plan.partitions() * turns;
    return costs.of(Cost.MISSED_SECONDS) + pages / costs.of(rate);
  }

  /// The resource that is used most.
  public Use bottleneck() {
    return uses.stream().max(Comparator.comparingDouble(Use::share)).orElseThrow();
  }
}
