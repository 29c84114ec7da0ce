package nephila.graph;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Where everything is in a CSR file; the format itself is told in [CsrFile].
///
/// @param pages how many pages
/// @param links how many links
/// @param weighted whether there is a section of weights
/// @param named whether there are sections of names
/// @param nameBytes how many bytes the names take together
record CsrLayout(int pages, long links, boolean weighted, boolean named, long nameBytes) {
  static final long MAGIC = 0x0A_52_53_43_48_50_45_4EL; // "NEPHCSR\n" in little-endian order
  static final int VERSION = 1;
  static final int HEADER_BYTES = 64;
  static final int BLOCK_BYTES = 1 << 20;
  static final int ALIGNMENT = 64;
  static final int WEIGHTED = 1;
  static final int NAMED = 2;

  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  int flags() {
    return (weighted ? WEIGHTED : 0) | (named ? NAMED : 0);
  }

  long targetsAt() {
    return HEADER_BYTES;
  }

  long weightsAt() {
    return aligned(targetsAt() + 4 * links);
  }

  long offsetsAt() {
    return weighted ? aligned(weightsAt() + 8 * links) : weightsAt();
  }

  long nameStartsAt() {
    return aligned(offsetsAt() + 8 * (pages + 1L));
  }

  long namesAt() {
    return named ? aligned(nameStartsAt() + 8 * (pages + 1L)) : nameStartsAt();
  }

  /// Where the sections end and the checksums start.
  long checksumsAt() {
    return aligned(namesAt() + nameBytes);
  }

  /// How many blocks have a checksum.
  long blocks() {
    return (checksumsAt() - HEADER_BYTES + BLOCK_BYTES - 1) / BLOCK_BYTES;
  }

  /// How long the whole file is.
  long fileBytes() {
    return checksumsAt() + 4 * (blocks() + 1);
  }

  static long aligned(long position) {
    return (position + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
}
