package nephila.testweb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A response, and how long to wait before it is sent.
///
/// @param headers lines of headers, beyond those every response has
record ServedResponse(int status, String type, byte[] body, List<String> headers, Duration delay) {
  static ServedResponse html(String page) {
    return new ServedResponse(
        200, "text/html; charset=utf-8", page.getBytes(UTF_8), List.of(), Duration.ZERO);
  }

  static ServedResponse text(String type, String text) {
    return new ServedResponse(200, type, text.getBytes(UTF_8), List.of(), Duration.ZERO);
  }

  static ServedResponse redirect(int status, String location) {
    String page = "<p>Moved to <a href=\"" + location + "\">" + location + "</a></p>";
    return html(page).status(status).with("Location: " + location);
  }

  static ServedResponse notFound(String path) {
    String page =
        "<title>Not found</title><h1>Not found</h1><p>There is no " + escaped(path) + " here.</p>";
    return html(page).status(404);
  }

  ServedResponse status(int other) {
    return new ServedResponse(other, type, body, headers, delay);
  }

  ServedResponse with(String header) {
    List<String> more = new ArrayList<>(headers);
    more.add(header);
    return new ServedResponse(status, type, body, List.copyOf(more), delay);
  }

  ServedResponse after(Duration longer) {
    return new ServedResponse(status, type, body, headers, longer);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
