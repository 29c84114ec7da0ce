package nephila.fetch;

import java.util.Arrays;

/// Bytes of a body in a part of an array that must not be written to.
///
/// @param flaw why the bytes are not all there
public record Content(byte[] array, int offset, int length, Flaw flaw) {
  /// What is wrong with decoded content; the bytes up to there are good.
  public enum Flaw {
    NONE,
    /// It unpacked to more than the limit: a bomb, or merely too much.
    TOO_BIG,
    /// The chunks or the compressed data are damaged or cut.
    BROKEN,
    /// A content coding we do not know; the bytes are as received.
    UNKNOWN_CODING
  }

  public static final Content EMPTY = new Content(new byte[0], 0, 0, Flaw.NONE);

  /// A copy of the bytes.
  public byte[] bytes() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }
}
