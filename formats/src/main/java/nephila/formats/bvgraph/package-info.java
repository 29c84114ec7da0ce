/// How is a BVGraph file read and written?
@NullMarked
package nephila.formats.bvgraph;

import org.jspecify.annotations.NullMarked;
