/// What would the off-line computation say?
///
/// [nephila.rank.PageRank] solves the importance equation of a whole graph and proves how far the
/// answer can be from the truth, so it is the oracle of every on-line estimate.
@NullMarked
package nephila.rank;

import org.jspecify.annotations.NullMarked;
