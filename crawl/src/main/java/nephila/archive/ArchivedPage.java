package nephila.archive;

import java.time.Instant;
import nephila.fetch.Exchange;
import org.jspecify.annotations.Nullable;

/// A page found in an archive or an index.
///
/// @param status 0 when it is not told
/// @param mime media type without parameters, or "unk"
/// @param exchange the bytes, or null when only an index tells of the page
/// @param revisit whether only the head is there, because the page was the same as before
/// @param missing whether the crawl that wrote the archive noted that the page says "not found"
///   with status 200
/// @param file where its record is: a file's name, or a name within a WACZ; never to be opened
///   unchecked, it may come from strangers
/// @param offset of the record in that file, or -1
public record ArchivedPage(
    String url,
    Instant date,
    int status,
    String mime,
    @Nullable Exchange exchange,
    boolean revisit,
    boolean missing,
    String file,
    long offset) {
  ArchivedPage gone() {
    return new ArchivedPage(url, date, status, mime, exchange, revisit, true, file, offset);
  }
}
