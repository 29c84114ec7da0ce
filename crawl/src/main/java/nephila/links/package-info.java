/// Where does a page point?
@NullMarked
package nephila.links;

import org.jspecify.annotations.NullMarked;
