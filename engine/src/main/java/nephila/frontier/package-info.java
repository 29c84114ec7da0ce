/// Which page is read next?
///
/// [nephila.frontier.Frontier] keeps the pages of many hosts, by their clocks and by a
/// [nephila.frontier.PagePriority]; [nephila.frontier.Lanes] shares the reads between pages that
/// are new and pages that are read again.
@NullMarked
package nephila.frontier;

import org.jspecify.annotations.NullMarked;
