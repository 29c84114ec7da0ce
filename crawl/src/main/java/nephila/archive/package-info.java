/// What do we keep of what was read?
@NullMarked
package nephila.archive;

import org.jspecify.annotations.NullMarked;
