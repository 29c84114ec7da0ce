package nephila.testweb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// Serves one place over HTTP/1.1: connections kept alive, conditional GET by ETag, gzip when it is
/// asked for and wanted, every fifth page in chunks. A virtual thread a connection.
final class LittleServer implements Closeable {
  private static final int MAX_HEAD = 16 * 1024;

  private final ServerSocket listening;
  private final Place place;
  private final boolean gzip;
  private final BiConsumer<Ask, ServedResponse> log;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  LittleServer(
      ServerSocket listening, Place place, boolean gzip, BiConsumer<Ask, ServedResponse> log) {
    this.listening = listening;
    this.place = place;
    this.gzip = gzip;
    this.log = log;
    Thread.ofVirtual().name("little web").start(this::accept);
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream(), 4096);
      OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 16 * 1024);
      Ask ask = read(in);
      while (ask != null) {
        ServedResponse answer = place.answer(ask);
        if (answer.delay().isPositive()) {
          Thread.sleep(answer.delay());
        }
        boolean close = ask.header("connection").equalsIgnoreCase("close");
        write(out, ask, answer, close);
        ask = close ? null : read(in);
      }
    } catch (IOException e) {
      // The visitor has gone.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  /// The next request, or null when the visitor sends no more.
  private static @Nullable Ask read(InputStream in) throws IOException {
    String first = line(in);
    if (first == null) {
      return null;
    }
    String[] parts = first.split(" ", -1);
    if (parts.length != 3) {
      return null;
    }
    Map<String, String> headers = new HashMap<>();
    int size = 0;
    for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
      size += line.length();
      int colon = line.indexOf(':');
      if (size > MAX_HEAD || colon <= 0) {
        return null;
      }
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return new Ask(parts[0], parts[1], headers);
  }

  private static @Nullable String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(96);
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0 || line.size() > MAX_HEAD) {
        return null;
      }
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(ISO_8859_1);
  }

  private void write(OutputStream out, Ask ask, ServedResponse answer, boolean close)
      throws IOException {
    String etag = "\"" + Integer.toHexString(Arrays.hashCode(answer.body())) + "\"";
    boolean unchanged = answer.status() == 200 && ask.header("if-none-match").equals(etag);
    ServedResponse sent = unchanged ? answer.status(304) : answer;
    log.accept(ask, sent);
    boolean packed = gzip && !unchanged && ask.header("accept-encoding").contains("gzip");
    byte[] body = unchanged ? new byte[0] : packed ? packed(answer.body()) : answer.body();
    boolean chunked = !unchanged && Math.floorMod(ask.target().hashCode(), 5) == 0;
    StringBuilder head = new StringBuilder(256);
    head.append("HTTP/1.1 ").append(sent.status()).append(' ').append(reason(sent.status()));
    head.append("\r\nServer: little-web\r\nContent-Type: ").append(answer.type());
    if (answer.status() == 200) {
      head.append("\r\nETag: ").append(etag);
    }
    for (String header : answer.headers()) {
      head.append("\r\n").append(header);
    }
    if (packed) {
      head.append("\r\nContent-Encoding: gzip");
    }
    if (chunked) {
      head.append("\r\nTransfer-Encoding: chunked");
    } else if (!unchanged) {
      head.append("\r\nContent-Length: ").append(body.length);
    }
    head.append(close ? "\r\nConnection: close\r\n\r\n" : "\r\n\r\n");
    out.write(head.toString().getBytes(ISO_8859_1));
    if (!ask.method().equals("HEAD")) {
      write(out, body, chunked);
    }
    out.flush();
  }

  private static void write(OutputStream out, byte[] body, boolean chunked) throws IOException {
    if (!chunked) {
      out.write(body);
      return;
    }
    for (int at = 0; at < body.length; at += 1000) {
      int length = Math.min(1000, body.length - at);
      out.write((Integer.toHexString(length) + "\r\n").getBytes(ISO_8859_1));
      out.write(body, at, length);
      out.write("\r\n".getBytes(ISO_8859_1));
    }
    out.write("0\r\n\r\n".getBytes(ISO_8859_1));
  }

  private static byte[] packed(byte[] body) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream(body.length / 2);
    try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
      stream.write(body);
    }
    return packed.toByteArray();
  }

  private static String reason(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 301 -> "Moved Permanently";
      case 302 -> "Found";
      case 304 -> "Not Modified";
      case 307 -> "Temporary Redirect";
      case 404 -> "Not Found";
      case 503 -> "Service Unavailable";
      default -> "Status";
    };
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
