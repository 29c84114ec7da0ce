/// In which order are pages read?
///
/// The [nephila.frontier.PagePriority]s of a frontier: of the papers Greedy, Cycle, Random and the
/// strategy of Xyleme, which go over read and unread pages; our clock; first reads by expected
/// worth, by cash, or in order of discovery; re-reads by worth, change and age.
@NullMarked
package nephila.frontier.order;

import org.jspecify.annotations.NullMarked;
