/// What do we keep of what was read?
///
/// [Archive] writes WARC 1.1 files, their CDXJ index and `crawl.log`, and is the log of the crawl:
/// after a crash whatever was written behind the last commit of the store is replayed from it. The
/// readers also open archives and indexes of other people, which are not trusted.
@NullMarked
package nephila.archive;

import org.jspecify.annotations.NullMarked;
