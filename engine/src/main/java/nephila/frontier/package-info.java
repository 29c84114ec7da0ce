/// Which page is read next? Hosts that are due by their clocks, and the best page of each.
@NullMarked
package nephila.frontier;

import org.jspecify.annotations.NullMarked;
