/// Which page next?
///
/// A [nephila.select.PageSelector] orders the reads of one ledger: Random, Greedy (exactly, or by
/// powers of two), Cycle, the clocks, and refresh by √importance · age.
@NullMarked
package nephila.select;

import org.jspecify.annotations.NullMarked;
