package nephila.graph;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import nephila.UserError;

/// Nephila's own graph file: compressed sparse rows as they lie in memory, so that a graph is ready
/// as soon as the file is mapped. Conventional ending `.csr`.
///
/// All numbers are little-endian. Sections start at multiples of 64, the gaps are zeros.
///
/// | at | bytes | what |
/// | --- | --- | --- |
/// | 0 | 8 | magic `NEPHCSR\n` |
/// | 8 | 4 | version, 1 |
/// | 12 | 4 | flags: 1 weights, 2 names |
/// | 16 | 8 | pages, at most 2³¹ − 1 |
/// | 24 | 8 | links, any number |
/// | 32 | 8 | length of all names together |
/// | 40 | 20 | zeros |
/// | 60 | 4 | CRC-32C of bytes 0 … 59 |
/// | 64 | 4 · links | targets: the links of page 0, of page 1 …, ascending within a page |
/// | … | 8 · links | weights, IEEE doubles in the order of targets; only with flag 1 |
/// | … | 8 · (pages + 1) | offsets: page i links to targets offsets[i] … offsets[i + 1] − 1 |
/// | … | 8 · (pages + 1) | name starts: page i is called bytes starts[i] … starts[i + 1] − 1 of the names; only with flag 2 |
/// | … | given | names, UTF-8; only with flag 2 |
/// | … | 4 · blocks | CRC-32C of every block of 1 MiB, from byte 64 to here; the last may be short |
/// | end − 4 | 4 | CRC-32C of these checksums |
///
/// Opening reads the file once to verify every checksum, at several GB/s from memory. Mapped pages
/// belong to the operating system: the heap does not grow with the graph.
public final class CsrFile {
  private CsrFile() {}

  /// Whether the file starts as a CSR file does.
  public static boolean isOne(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (var in = Files.newInputStream(file)) {
      byte[] magic = in.readNBytes(8);
      return magic.length == 8
          && MemorySegment.ofArray(magic).get(CsrLayout.LONG, 0) == CsrLayout.MAGIC;
    }
  }

  /// Maps the file after verifying it.
  ///
  /// @throws UserError where the file is missing, cut off or damaged
  public static MappedCsrGraph open(Path file) {
    try (FileChannel channel = FileChannel.open(file)) {
      long size = channel.size();
      if (size < CsrLayout.HEADER_BYTES) {
        throw UserError.atByte(file, size, "the CSR header is cut off");
      }
      MemorySegment all = channel.map(FileChannel.MapMode.READ_ONLY, 0, size, Arena.ofAuto());
      CsrLayout layout = layout(file, all);
      verify(file, all, layout);
      MappedCsrGraph graph = new MappedCsrGraph(all, layout);
      graph.verifyRows(file);
      return graph;
    } catch (NoSuchFileException e) {
      throw new UserError(file + ": no such file", e);
    } catch (IOException e) {
      throw new UserError(file + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }

  private static CsrLayout layout(Path file, MemorySegment all) {
    if (all.get(CsrLayout.LONG, 0) != CsrLayout.MAGIC) {
      throw UserError.atByte(file, 0, "not a CSR file; the first bytes are wrong");
    }
    int version = all.get(CsrLayout.INT, 8);
    if (version != CsrLayout.VERSION) {
      throw UserError.atByte(file, 8, "CSR version " + version + "; this Nephila reads version 1");
    }
    if (crc(all, 0, CsrLayout.HEADER_BYTES - 4) != all.get(CsrLayout.INT, 60)) {
      throw UserError.atByte(file, 0, "the CSR header is damaged (checksum)");
    }
    int flags = all.get(CsrLayout.INT, 12);
    long pages = all.get(CsrLayout.LONG, 16);
    long links = all.get(CsrLayout.LONG, 24);
    long nameBytes = all.get(CsrLayout.LONG, 32);
    if (pages < 0 || pages > Integer.MAX_VALUE || links < 0 || nameBytes < 0) {
      throw UserError.atByte(file, 16, "impossible counts in the CSR header");
    }
    boolean weighted = (flags & CsrLayout.WEIGHTED) != 0;
    boolean named = (flags & CsrLayout.NAMED) != 0;
    CsrLayout layout = new CsrLayout((int) pages, links, weighted, named, nameBytes);
    if (layout.fileBytes() != all.byteSize()) {
      String what = layout.fileBytes() > all.byteSize() ? "cut off" : "longer than it says";
      throw UserError.atByte(
          file, all.byteSize(), "the CSR file is " + what + ": expected " + layout.fileBytes());
    }
    return layout;
  }

  private static void verify(Path file, MemorySegment all, CsrLayout layout) {
    long table = layout.checksumsAt();
    if (crc(all, table, 4 * layout.blocks()) != all.get(CsrLayout.INT, all.byteSize() - 4)) {
      throw UserError.atByte(file, table, "the table of checksums is damaged");
    }
    for (long block = 0; block < layout.blocks(); block++) {
      long from = CsrLayout.HEADER_BYTES + block * CsrLayout.BLOCK_BYTES;
      long length = Math.min(CsrLayout.BLOCK_BYTES, table - from);
      if (crc(all, from, length) != all.get(CsrLayout.INT, table + 4 * block)) {
        throw UserError.atByte(
            file, from, "the block of " + length + " bytes from here is damaged (checksum)");
      }
    }
  }

  private static int crc(MemorySegment all, long from, long length) {
    CRC32C crc = new CRC32C();
    for (long at = from; at < from + length; at += CsrLayout.BLOCK_BYTES) {
      long some = Math.min(CsrLayout.BLOCK_BYTES, from + length - at);
      crc.update(all.asSlice(at, some).asByteBuffer());
    }
    return (int) crc.getValue();
  }
}
