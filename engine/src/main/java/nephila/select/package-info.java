/// Which page next?
@NullMarked
package nephila.select;

import org.jspecify.annotations.NullMarked;
