package nephila.graph;

/// The parts of a graph whose pages reach each other, and their periods: the greatest common
/// divisor of the lengths of a part's cycles. Without a virtual page or small edges, a walk settles
/// in a part only if its period is 1 (aperiodic); else it swings.
///
/// @param sizes how many parts there are, and how many pages the largest has
/// @param period of the largest part; 0 where it has no cycle
/// @param swinging parts of a period above 1
public record StrongComponents(Components sizes, int period, int swinging) {}
