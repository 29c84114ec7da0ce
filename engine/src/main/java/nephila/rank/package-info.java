/// What would the off-line computation say?
@NullMarked
package nephila.rank;

import org.jspecify.annotations.NullMarked;
