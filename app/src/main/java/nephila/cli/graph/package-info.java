/// What did the user ask of a link graph in a file?
@NullMarked
package nephila.cli.graph;

import org.jspecify.annotations.NullMarked;
