/// May we ask for this page, and when? Rules only: nothing here opens a connection or waits.
@NullMarked
package nephila.politeness;

import org.jspecify.annotations.NullMarked;
