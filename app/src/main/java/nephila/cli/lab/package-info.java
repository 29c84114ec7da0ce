/// Which experiment did the user ask for?
@NullMarked
package nephila.cli.lab;

import org.jspecify.annotations.NullMarked;
