/// Where is the state of a crawl? Known pages, what each has received and paid, whom it points to,
/// the hosts and their clocks, in a RocksDB under `state/`; the part that the wheel touches at
/// every read in plain columns in memory.
///
/// [CrawlStore] is the door. A commit writes everything that changed since the last one, and the
/// position in the archive up to which it was applied, in one atomic batch: the archive is the log.
@NullMarked
package nephila.store;

import org.jspecify.annotations.NullMarked;
