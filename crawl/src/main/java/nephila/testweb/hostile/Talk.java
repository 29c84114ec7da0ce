package nephila.testweb.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;

/// A connection as a misbehaving host sees it. Closed after an answer unless the host says keep.
final class Talk {
  private static final int MAX_HEAD = 64 << 10;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final CountDownLatch over;
  private final Lures lures;
  private final String origin;
  private String path = "";
  private boolean keeps;

  Talk(Socket socket, CountDownLatch over, Lures lures, String origin) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
    this.over = over;
    this.lures = lures;
    this.origin = origin;
  }

  /// Reads a request head; false when the visitor has gone.
  public boolean request() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      if (b < 0 || head.length() > MAX_HEAD) {
        return false;
      }
      head.append((char) b);
    }
    String[] words = head.substring(0, head.indexOf("\r\n")).split(" ", -1);
    path = words.length == 3 ? words[1] : "";
    keeps = false;
    return !path.isEmpty();
  }

  /// Path and query asked for.
  String path() {
    return path;
  }

  boolean front() {
    return path.equals("/");
  }

  /// Where this host is: scheme, address and port.
  String origin() {
    return origin;
  }

  /// Where the canary is, in all spellings.
  Lures lures() {
    return lures;
  }

  void keep() {
    keeps = true;
  }

  boolean keeps() {
    return keeps;
  }

  public void say(String text) throws IOException {
    say(text.getBytes(ISO_8859_1));
  }

  public void say(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /// An answer as it should be, with these header lines (each with its line end).
  void answer(int status, String headers, byte[] body) throws IOException {
    say("HTTP/1.1 " + status + " X\r\n" + headers + "Content-Length: " + body.length + "\r\n\r\n");
    say(body);
  }

  void html(String html) throws IOException {
    answer(200, "Content-Type: text/html\r\n", html.getBytes(UTF_8));
  }

  void xml(String xml) throws IOException {
    answer(200, "Content-Type: application/xml\r\n", xml.getBytes(UTF_8));
  }

  void text(String text) throws IOException {
    answer(200, "Content-Type: text/plain\r\n", text.getBytes(ISO_8859_1));
  }

  void missing() throws IOException {
    answer(404, "Content-Type: text/plain\r\n", new byte[0]);
  }

  void redirect(String location) throws IOException {
    answer(302, "Location: " + location + "\r\n", new byte[0]);
  }

  /// Says the same again and again until the visitor has gone.
  void forEver(byte[] bytes) throws IOException {
    while (over.getCount() > 0) {
      say(bytes);
    }
  }

  /// Says these bytes one by one with a pause, until the visitor has gone.
  void drip(byte[] bytes) throws IOException, InterruptedException {
    for (int i = 0; over.getCount() > 0; i = (i + 1) % bytes.length) {
      say(new byte[] {bytes[i]});
      Thread.sleep(50);
    }
  }

  /// Says no more and holds on until the visitor has gone.
  void stall() throws IOException {
    while (in.read() >= 0) {
      // Whatever it says.
    }
  }

  /// Ends the connection with a reset instead of a goodbye.
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  void halfClose() throws IOException {
    socket.shutdownOutput();
  }

  /// How a body is made.
  public interface Bytes {
    byte[] get() throws Exception;
  }

  /// A body that is made when it is first asked for, and kept.
  static Supplier<byte[]> once(Bytes bytes) {
    AtomicReference<byte[]> kept = new AtomicReference<>(new byte[0]);
    return () -> {
      synchronized (kept) {
        if (kept.get().length == 0) {
          try {
            kept.set(bytes.get());
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        }
        return kept.get();
      }
    };
  }

  static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes);
    }
    return packed.toByteArray();
  }
}
