/// Which page do the papers read next?
///
/// A [nephila.lab.selection.PageSelector] orders the reads of one ledger. Greedy, Cycle and Refresh
/// are orders of the crawler's own frontier ([nephila.lab.selection.FrontierSelector]); Random,
/// Greedy by powers of two and the clocks keep no order of pages.
@NullMarked
package nephila.lab.selection;

import org.jspecify.annotations.NullMarked;
