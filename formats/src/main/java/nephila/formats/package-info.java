/// How is a link graph written in a file?
@NullMarked
package nephila.formats;

import org.jspecify.annotations.NullMarked;
