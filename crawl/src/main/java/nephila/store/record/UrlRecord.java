package nephila.store.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import nephila.store.BrokenState;

/// How a page became known, in bytes: 1 open or 0 refused, 65,535 less its depth in two bytes, its
/// focus class in one, 0 for a seed or 1 and the page that pointed to it first (group in 4 bytes,
/// hash in 8), then the path: on a cluster the whole URL.
///
/// Of two records of one page the larger in byte order is the better: open before refused, then the
/// one nearer to a seed. So that a page can be made known again without looking.
public final class UrlRecord {
  private static final int DEEPEST = 0xFFFF;
  private static final int FOCUS_AT = 3;
  private static final int SEED_HEAD = 5;
  private static final int LINKED_HEAD = SEED_HEAD + 12;

  private UrlRecord() {}

  public static byte[] of(int depth, String path) {
    return start(depth, path, SEED_HEAD);
  }

  public static byte[] of(int depth, String path, int viaHost, long viaHash) {
    byte[] record = start(depth, path, LINKED_HEAD);
    record[SEED_HEAD - 1] = 1;
    ByteBuffer.wrap(record).putInt(SEED_HEAD, viaHost).putLong(SEED_HEAD + 4, viaHash);
    return record;
  }

  private static byte[] start(int depth, String path, int head) {
    byte[] text = path.getBytes(StandardCharsets.UTF_8);
    byte[] record = new byte[head + text.length];
    int height = DEEPEST - Math.min(depth, DEEPEST);
    record[0] = 1;
    record[1] = (byte) (height >>> 8);
    record[2] = (byte) height;
    System.arraycopy(text, 0, record, head, text.length);
    return record;
  }

  /// How the page became known; `origin` is what stands before the path.
  public static PageDiscovery discovery(byte[] value, String origin) {
    BinaryRecord record = new BinaryRecord(value);
    record.take();
    int depth = DEEPEST - (int) record.takeFixed(2);
    record.take();
    boolean linked = record.take() == 1;
    int viaHost = linked ? (int) record.takeFixed(4) : 0;
    long viaHash = linked ? record.takeFixed(8) : 0;
    String path = new String(record.takeRest(), StandardCharsets.UTF_8);
    return new PageDiscovery(origin + path, depth, !linked, viaHost, viaHash);
  }

  public static String path(byte[] value) {
    int head = value.length >= LINKED_HEAD && value[SEED_HEAD - 1] == 1 ? LINKED_HEAD : SEED_HEAD;
    if (value.length < head) {
      throw new BrokenState("a URL record of " + value.length + " bytes");
    }
    return new String(value, head, value.length - head, StandardCharsets.UTF_8);
  }

  /// The class of focus rules that the page is in.
  public static int focus(byte[] value) {
    return value[FOCUS_AT] & 0xFF;
  }

  public static byte[] withFocus(byte[] value, int focusClass) {
    byte[] changed = value.clone();
    changed[FOCUS_AT] = (byte) focusClass;
    return changed;
  }

  public static boolean isRefused(byte[] value) {
    return value[0] == 0;
  }

  public static byte[] open(byte[] value) {
    byte[] changed = value.clone();
    changed[0] = 1;
    return changed;
  }

  public static byte[] refused(byte[] value) {
    byte[] changed = value.clone();
    changed[0] = 0;
    return changed;
  }
}
