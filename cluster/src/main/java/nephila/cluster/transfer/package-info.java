/// How does a crawl get from a crawl dir to a cluster and back?
@NullMarked
package nephila.cluster.transfer;

import org.jspecify.annotations.NullMarked;
