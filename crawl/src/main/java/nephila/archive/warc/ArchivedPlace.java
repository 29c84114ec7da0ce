package nephila.archive.warc;

import org.jspecify.annotations.Nullable;

/// Where an exchange is in the archive, and as what.
///
/// @param file name of the WARC file, without folder
/// @param offset where its first record starts: the response or revisit, or the metadata record of
///   a failure
/// @param length bytes of that record as stored
/// @param payloadSha1 digest of the payload (for 304, of the read it confirms), 20 bytes; null for
///   a failure
/// @param end the place behind the exchange: what to commit once it is applied
public record ArchivedPlace(
    Kind kind,
    String file,
    long offset,
    long length,
    byte @Nullable [] payloadSha1,
    ArchivePosition end) {
  public enum Kind {
    RESPONSE,
    /// The same payload as an earlier read.
    IDENTICAL,
    /// The server said 304.
    NOT_MODIFIED,
    /// No answer: only a metadata record and a log line.
    FAILURE
  }
}
