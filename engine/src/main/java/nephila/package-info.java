/// Which words do all rooms share? How a user's mistake is told, how long work reports itself, and
/// what broken state on disk is called.
@NullMarked
package nephila;

import org.jspecify.annotations.NullMarked;
