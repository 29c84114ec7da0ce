package nephila.graph;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import nephila.UserError;
import org.jspecify.annotations.Nullable;

/// Writes a [CsrFile] row by row, in memory that does not grow with the graph: sections that are
/// not being written in their place wait in temporary files beside the output.
///
/// Links come in ascending order of source, then target, each once; names in the order of pages.
/// The file appears with [#finish]; without it, nothing is left. One thread only.
public final class CsrFileWriter implements AutoCloseable {
  private final Path target;
  private final boolean weighted;
  private final NewFile file;
  private final FileChannel channel;
  private final BlockOutput targets;
  private final Part offsets;
  private final @Nullable Part weights;
  private @Nullable Part nameStarts;
  private @Nullable Part names;
  private int rows;
  private long links;
  private long nameCount;

  public CsrFileWriter(Path target, boolean weighted) {
    this.target = target;
    this.weighted = weighted;
    file = new NewFile(target);
    channel = file.channel();
    try {
      channel.position(CsrLayout.HEADER_BYTES);
    } catch (IOException e) {
      throw file.failed(e);
    }
    targets = new BlockOutput(channel);
    offsets = new Part(target);
    weights = weighted ? new Part(target) : null;
  }

  /// A graph and the names of its pages as a CSR file.
  public static void write(Path target, LinkGraph graph, @Nullable PageNames names) {
    try (CsrFileWriter writer = new CsrFileWriter(target, graph.weighted())) {
      for (int page = 0; page < graph.pages(); page++) {
        LinkGraph.LinkCursor cursor = graph.successors(page);
        for (int to = cursor.next(); to != LinkGraph.NO_PAGE; to = cursor.next()) {
          writer.link(page, to, cursor.weight());
        }
      }
      if (names != null) {
        for (int page = 0; page < names.size(); page++) {
          byte[] name = names.utf8(page);
          writer.name(name, 0, name.length);
        }
      }
      writer.finish(graph.pages());
    }
  }

  /// The next link.
  public void link(int source, int target, double weight) {
    try {
      while (rows <= source) {
        offsets.out.putLong(links);
        rows++;
      }
      targets.putInt(target);
      if (weights != null) {
        weights.out.putLong(Double.doubleToRawLongBits(weight));
      }
      links++;
    } catch (IOException e) {
      throw file.failed(e);
    }
  }

  /// The name of the next page.
  public void name(byte[] source, int from, int count) {
    if (names == null || nameStarts == null) {
      names = new Part(this.target);
      nameStarts = new Part(this.target);
    }
    try {
      nameStarts.out.putLong(names.out.position());
      names.out.put(source, from, count);
      nameCount++;
    } catch (IOException e) {
      throw file.failed(e);
    }
  }

  /// Completes the file for a graph of `pages` pages and moves it into place.
  public void finish(int pages) {
    if (rows > pages || (names != null && nameCount != pages)) {
      throw new IllegalArgumentException(
          rows + " rows and " + nameCount + " names for " + pages + " pages");
    }
    try {
      while (rows <= pages) {
        offsets.out.putLong(links);
        rows++;
      }
      targets.align();
      if (weights != null) {
        targets.append(weights.out);
        targets.align();
      }
      targets.append(offsets.out);
      targets.align();
      long nameBytes = appendNames();
      targets.finish();
      channel.write(header(new CsrLayout(pages, links, weighted, names != null, nameBytes)), 0);
      channel.force(false);
      channel.close();
    } catch (IOException e) {
      throw file.failed(e);
    }
    file.commit();
  }

  private long appendNames() throws IOException {
    if (names == null || nameStarts == null) {
      return 0;
    }
    long nameBytes = names.out.position();
    nameStarts.out.putLong(nameBytes);
    targets.append(nameStarts.out);
    targets.align();
    targets.append(names.out);
    targets.align();
    return nameBytes;
  }

  static ByteBuffer header(CsrLayout layout) {
    ByteBuffer header = ByteBuffer.allocate(CsrLayout.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(CsrLayout.MAGIC);
    header.putInt(CsrLayout.VERSION).putInt(layout.flags());
    header.putLong(layout.pages()).putLong(layout.links()).putLong(layout.nameBytes());
    CRC32C crc = new CRC32C();
    crc.update(header.array(), 0, CsrLayout.HEADER_BYTES - 4);
    header.position(CsrLayout.HEADER_BYTES - 4).putInt((int) crc.getValue());
    return header.flip();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw file.failed(e);
    } finally {
      file.close();
      closeParts();
    }
  }

  private void closeParts() {
    offsets.close();
    for (Part part : new Part[] {weights, nameStarts, names}) {
      if (part != null) {
        part.close();
      }
    }
  }

  /// A section that waits in a file of its own.
  private static final class Part implements AutoCloseable {
    private final NewFile file;
    private final FileChannel channel;
    private final BlockOutput out;

    Part(Path target) {
      file = new NewFile(target);
      channel = file.channel();
      out = new BlockOutput(channel);
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw new UserError(file.temporary() + ": cannot be closed", e);
      } finally {
        file.close();
      }
    }
  }
}
