/// What does a crawl do next? Chooses a page, has it fetched, and enters what was found.
///
/// The life of a page: a link names it and [UrlFilter] judges it; the [nephila.frontier.Frontier]
/// keeps it among its host's unread pages by worth until the host is due and no other has a better
/// one; a [FetchWorker], on a virtual thread, fetches it, packs it for the archive and reads its
/// links; the one thread of the [CrawlLoop] appends it to the archive, makes its links known, and
/// lets it pay them. A program begins with [Crawl].
@NullMarked
package nephila.crawl;

import nephila.process.UrlFilter;
import org.jspecify.annotations.NullMarked;
