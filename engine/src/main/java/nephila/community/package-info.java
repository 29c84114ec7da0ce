/// What is a local domain's global rank?
@NullMarked
package nephila.community;

import org.jspecify.annotations.NullMarked;
