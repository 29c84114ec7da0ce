/// How does a crawl on one machine keep its state on disk? In a RocksDB under `state/`.
///
/// [RocksBackend] is the door: pages, URLs, reads, hosts and notes, one atomic batch a commit.
@NullMarked
package nephila.store.rocks;

import org.jspecify.annotations.NullMarked;
