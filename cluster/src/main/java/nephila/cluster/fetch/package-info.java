/// Who asks the web for the pages of an order?
@NullMarked
package nephila.cluster.fetch;

import org.jspecify.annotations.NullMarked;
