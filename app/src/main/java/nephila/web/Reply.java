package nephila.web;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Answers with the headers that every answer has.
final class Reply {
  /// Nothing from anywhere else, no inline script, no frame around the page.
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private Reply() {}

  static void json(HttpExchange request, int status, Object value) throws IOException {
    bytes(request, status, "application/json", JSON.std.asBytes(value));
  }

  static void error(HttpExchange request, int status, String message) throws IOException {
    json(request, status, Map.of("error", message));
  }

  static void text(HttpExchange request, String type, String text) throws IOException {
    bytes(request, 200, type, text.getBytes(StandardCharsets.UTF_8));
  }

  static void bytes(HttpExchange request, int status, String type, byte[] bytes)
      throws IOException {
    headers(request, type, POLICY);
    boolean head = request.getRequestMethod().equals("HEAD");
    request.sendResponseHeaders(status, head || bytes.length == 0 ? -1 : bytes.length);
    if (!head && bytes.length > 0) {
      try (OutputStream out = request.getResponseBody()) {
        out.write(bytes);
      }
    }
  }

  static void headers(HttpExchange request, String type, String policy) {
    var headers = request.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Content-Security-Policy", policy);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cache-Control", "no-store");
  }
}
