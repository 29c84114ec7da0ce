/// What would a web look like? Graphs of any size from a seed, for laboratories and tests: the same
/// seed gives the same links on any machine.
@NullMarked
package nephila.graph.generate;

import org.jspecify.annotations.NullMarked;
