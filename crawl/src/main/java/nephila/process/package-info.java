/// What does an answer change? The rules by which an answer, or a failure, changes what is known of
/// its page and of its host, the same on every shell (crawl, cluster, frontier server, refresh).
@NullMarked
package nephila.process;

import org.jspecify.annotations.NullMarked;
