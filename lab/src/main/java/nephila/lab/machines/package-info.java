/// How many machines does a crawl need, and what gives way first? A forecast by arithmetic from
/// costs that were measured on a small cluster.
@NullMarked
package nephila.lab.machines;

import org.jspecify.annotations.NullMarked;
