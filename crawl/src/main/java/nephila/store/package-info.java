/// Where is the state of a crawl? Known pages, what each has received and paid, where it points,
/// the hosts and their clocks. What the crawl loop touches at every read stands in plain columns in
/// memory; a [StateBackend] keeps the rest.
///
/// [CrawlStore] is the door. A commit writes everything that changed since the last one, and the
/// position in the archive up to which it was applied, in one atomic batch: the archive is the log.
@NullMarked
package nephila.store;

import org.jspecify.annotations.NullMarked;
