package nephila.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// The importance of every page of a generated web, by power iteration over computed links: the
/// measure of crawl orders at sizes whose links would not fit in memory.
public final class WebRank {
  private static final double DAMPING = 0.85;

  private WebRank() {}

  /// `WebRank PAGES ITERATIONS FILE` writes a float a page, big-endian, sum 1.
  public static void main(String[] args) throws IOException {
    GeneratedWeb web = new GeneratedWeb(Long.parseLong(args[0]), 7);
    float[] rank = new float[Math.toIntExact(web.pages())];
    Arrays.fill(rank, 1f / rank.length);
    long[] links = new long[GeneratedWeb.LINKS];
    for (int round = 0; round < Integer.parseInt(args[1]); round++) {
      float[] next = new float[rank.length];
      Arrays.fill(next, (float) ((1 - DAMPING) / rank.length));
      for (int page = 0; page < rank.length; page++) {
        web.links(page, links);
        float share = (float) (DAMPING * rank[page] / links.length);
        for (long link : links) {
          next[(int) link] += share;
        }
      }
      rank = next;
    }
    ByteBuffer bytes = ByteBuffer.allocate(1 << 20);
    try (FileChannel channel =
        FileChannel.open(
            Path.of(args[2]),
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      for (float value : rank) {
        bytes.putFloat(value);
        if (!bytes.hasRemaining()) {
          channel.write(bytes.flip());
          bytes.clear();
        }
      }
      channel.write(bytes.flip());
    }
  }

  static float[] load(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      float[] values = new float[(int) (channel.size() / Float.BYTES)];
      mapped.asFloatBuffer().get(values);
      return values;
    }
  }
}
