/// Are the papers right, and are we?
@NullMarked
package nephila.lab;

import org.jspecify.annotations.NullMarked;
