/// Where in the archive is a page?
///
/// The lines of the CDXJ index and of `crawl.log`, and the sorted index merged from them.
@NullMarked
package nephila.archive.cdx;

import org.jspecify.annotations.NullMarked;
