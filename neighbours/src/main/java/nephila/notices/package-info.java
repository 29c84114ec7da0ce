/// Who is told what happens in a crawl?
///
/// [nephila.notices.NoticeFollowing] finds what is to be told and writes it to an outbox in the
/// crawl dir; a [nephila.notices.Delivery] for each receiver hands it on in order, however long the
/// receiver is away. The crawl waits for neither.
@NullMarked
package nephila.notices;

import org.jspecify.annotations.NullMarked;
