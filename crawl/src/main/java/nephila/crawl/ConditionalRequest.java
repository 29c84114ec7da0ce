package nephila.crawl;

import java.time.Instant;
import java.util.HexFormat;
import nephila.archive.warc.EarlierRead;
import nephila.fetch.FetchRequest;
import nephila.fetch.Validators;
import nephila.store.record.ReadFacts;
import org.jspecify.annotations.Nullable;

/// How a page is asked for, given what its last read found: conditionally where that was a page,
/// and so that the archive knows a copy of it.
public final class ConditionalRequest {
  private ConditionalRequest() {}

  /// The request for a page.
  ///
  /// @param via the page that led there, null for none
  /// @param previous what the last read found, null before the first
  public static FetchRequest of(String url, @Nullable String via, @Nullable ReadFacts previous) {
    FetchRequest request = FetchRequest.get(url).from(via);
    return previous != null && previous.status() == 200
        ? request.with(validators(previous))
        : request;
  }

  private static Validators validators(ReadFacts previous) {
    return new Validators(
        previous.etag().isEmpty() ? null : previous.etag(),
        previous.lastModified().isEmpty() ? null : previous.lastModified());
  }

  /// What the archive has of the page; null when it has nothing.
  public static @Nullable EarlierRead earlier(String url, @Nullable ReadFacts previous) {
    return previous == null || previous.digest().isEmpty()
        ? null
        : new EarlierRead(
            url,
            Instant.ofEpochMilli(previous.atMillis()),
            HexFormat.of().parseHex(previous.digest()));
  }
}
