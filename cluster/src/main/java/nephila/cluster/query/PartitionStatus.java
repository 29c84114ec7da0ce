package nephila.cluster.query;

/// What the owner of a partition told last.
///
/// @param worker who owns it
/// @param staleMillis how old that is
public record PartitionStatus(
    int partition,
    String worker,
    long staleMillis,
    long known,
    long read,
    long waiting,
    long out,
    long hosts) {}
