/// How is a page, a read or a host written down? The records of the state and their keys.
@NullMarked
package nephila.store.record;

import org.jspecify.annotations.NullMarked;
