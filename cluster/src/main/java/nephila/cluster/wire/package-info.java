/// What do the workers of a cluster say to each other?
@NullMarked
package nephila.cluster.wire;

import org.jspecify.annotations.NullMarked;
