/// How does a crawl get into the index?
///
/// The index follows the archive: [nephila.indexing.Indexer] reads what the archive has and the
/// index has not, whether the crawl is over, running, or somebody else's.
/// [nephila.indexing.Following] does so every few seconds beside a crawl.
@NullMarked
package nephila.indexing;

import org.jspecify.annotations.NullMarked;
