package nephila.cluster.query;

import nephila.cluster.wire.OrderOut;
import org.jspecify.annotations.Nullable;

/// What the owner of a partition told last.
///
/// @param worker who owns it
/// @param staleMillis how old that is
/// @param settled whether it has no payment along stored links left to make
/// @param orders whether it hands out orders, as far as it has heard what is wanted
/// @param oldest of its orders for pages that are out the one given first, null when none is
public record PartitionStatus(
    int partition,
    String worker,
    long staleMillis,
    long known,
    long read,
    long waiting,
    long out,
    long hosts,
    boolean settled,
    boolean orders,
    @Nullable OrderOut oldest) {}
