/// What would the off-line computation say?
///
/// [nephila.rank.PageRank] solves the importance equation of a whole graph and proves how far the
/// answer can be from the truth, so it is the oracle of every on-line estimate.
/// [nephila.rank.Fixpoint] iterates the papers' other link matrices; [nephila.rank.Distance] tells
/// how far two rankings are apart.
@NullMarked
package nephila.rank;

import org.jspecify.annotations.NullMarked;
