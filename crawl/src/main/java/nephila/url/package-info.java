/// Is it the same page, whose is it, and may we go there?
@NullMarked
package nephila.url;

import org.jspecify.annotations.NullMarked;
