/// How does a crawl on a cluster stand, and what can be asked of it while it runs?
@NullMarked
package nephila.cluster.query;

import org.jspecify.annotations.NullMarked;
