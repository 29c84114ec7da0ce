/// Where is the state of a crawl?
@NullMarked
package nephila.store;

import org.jspecify.annotations.NullMarked;
