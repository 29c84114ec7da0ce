package nephila.littleweb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A response, and how long to wait before it is sent.
///
/// @param headers lines of headers, beyond those every response has
record Answer(int status, String type, byte[] body, List<String> headers, Duration delay) {
  static Answer html(String page) {
    return new Answer(
        200, "text/html; charset=utf-8", page.getBytes(UTF_8), List.of(), Duration.ZERO);
  }

  static Answer text(String type, String text) {
    return new Answer(200, type, text.getBytes(UTF_8), List.of(), Duration.ZERO);
  }

  static Answer redirect(int status, String location) {
    String page = "<p>Moved to <a href=\"" + location + "\">" + location + "</a></p>";
    return html(page).status(status).with("Location: " + location);
  }

  static Answer notFound(String path) {
    String page =
        "<title>Not found</title><h1>Not found</h1><p>There is no " + escaped(path) + " here.</p>";
    return html(page).status(404);
  }

  Answer status(int other) {
    return new Answer(other, type, body, headers, delay);
  }

  Answer with(String header) {
    List<String> more = new ArrayList<>(headers);
    more.add(header);
    return new Answer(status, type, body, List.copyOf(more), delay);
  }

  Answer after(Duration longer) {
    return new Answer(status, type, body, headers, longer);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
