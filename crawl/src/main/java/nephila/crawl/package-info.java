/// Who turns the wheel? Chooses the next page, sends a visitor, and enters what it found into the
/// books.
///
/// The life of a page: a link names it and [UrlFilter] judges it; the [Scheduler] keeps it among
/// its host's unread pages by worth until the host is due and no other has a better one; a
/// [FetchWorker], on a virtual thread, fetches it, packs it for the archive and reads its links;
/// the wheel's one thread appends it to the archive, makes its links known, and lets it pay them.
/// [Crawl] is the door.
@NullMarked
package nephila.crawl;

import org.jspecify.annotations.NullMarked;
