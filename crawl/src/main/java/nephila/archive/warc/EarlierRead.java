package nephila.archive.warc;

import java.time.Instant;

/// An earlier read that is in the archive: what a revisit record refers to.
///
/// @param sha1 payload digest of that read, 20 bytes
public record EarlierRead(String url, Instant date, byte[] sha1) {}
