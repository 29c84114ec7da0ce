/// What does the server say? The only room that opens connections to the web.
@NullMarked
package nephila.fetch;

import org.jspecify.annotations.NullMarked;
