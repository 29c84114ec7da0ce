package nephila.server;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is kept of a URL beside the ledger: its queue, when it may be fetched again, and the
/// client's metadata; and of a queue: delay, block, limit.
///
/// Keys: `u` and the page (host number, hash) for this record, `l` and the page for the time until
/// which it is somebody's, `q` and the queue's key for its settings.
///
/// @param refetchAt when it may be fetched again, in seconds since 1970; [#NEVER] when it is done;
///   before it was fetched, when it was discovered, with a minus (−1 in older crawls)
record StoredUrl(String queue, long refetchAt, Map<String, List<String>> metadata) {
  static final long NEVER = 0;
  static final byte[] URLS = {'u'};
  static final byte[] LEASES = {'l'};
  static final byte[] QUEUES = {'q'};

  /// Whether it was never fetched.
  boolean isNew() {
    return refetchAt < 0;
  }

  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private static byte[] bytes(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writing.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  byte[] encode() {
    return bytes(
        out -> {
          out.writeLong(refetchAt);
          text(out, queue);
          out.writeInt(metadata.size());
          for (Map.Entry<String, List<String>> each : metadata.entrySet()) {
            text(out, each.getKey());
            out.writeInt(each.getValue().size());
            for (String value : each.getValue()) {
              text(out, value);
            }
          }
        });
  }

  static StoredUrl decode(byte[] value) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(value))) {
      long refetchAt = in.readLong();
      String queue = text(in);
      Map<String, List<String>> metadata = new LinkedHashMap<>();
      for (int i = in.readInt(); i > 0; i--) {
        String name = text(in);
        List<String> values = new ArrayList<>();
        for (int k = in.readInt(); k > 0; k--) {
          values.add(text(in));
        }
        metadata.put(name, values);
      }
      return new StoredUrl(queue, refetchAt, metadata);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(utf8.length);
    out.write(utf8);
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }

  static byte[] key(byte[] kind, int host, long hash) {
    return ByteBuffer.allocate(13).put(kind).putInt(host).putLong(hash).array();
  }

  static int host(byte[] key) {
    return ByteBuffer.wrap(key).getInt(1);
  }

  static long hash(byte[] key) {
    return ByteBuffer.wrap(key).getLong(5);
  }

  static byte[] key(String queue) {
    byte[] utf8 = queue.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(1 + utf8.length).put(QUEUES).put(utf8).array();
  }

  static String queue(byte[] key) {
    return new String(key, 1, key.length - 1, StandardCharsets.UTF_8);
  }

  static byte[] time(long seconds) {
    return ByteBuffer.allocate(8).putLong(seconds).array();
  }

  static long time(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }

  static byte[] settings(ClientQueue queue) {
    return ByteBuffer.allocate(24)
        .putLong(queue.delaySeconds)
        .putLong(queue.blockedUntil)
        .putLong(queue.limit)
        .array();
  }

  static void settings(byte[] value, ClientQueue queue) {
    ByteBuffer fields = ByteBuffer.wrap(value);
    queue.delaySeconds = fields.getLong();
    queue.blockedUntil = fields.getLong();
    queue.limit = fields.getLong();
  }
}
