package nephila.fetch.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Map;
import nephila.fetch.FetchRequest;
import org.jspecify.annotations.Nullable;

/// Writes request heads (RFC 9112 §3). What comes from outside, a URL, a referrer, a validator that
/// a server once sent, is written only if it is free of control characters: nobody can smuggle a
/// line into a request.
final class RequestHead {
  private static final int MAX_VALUE = 8192;

  private final String fixed;
  private final boolean absolute;

  /// @param more further fields, already checked
  /// @param absolute whether a proxy wants the whole URL (RFC 9112 §3.2.2)
  RequestHead(String agent, Map<String, String> more, boolean absolute) {
    StringBuilder lines = new StringBuilder("User-Agent: ").append(agent).append("\r\n");
    more.forEach((name, value) -> lines.append(name).append(": ").append(value).append("\r\n"));
    this.fixed = lines.toString();
    this.absolute = absolute;
  }

  byte[] bytes(FetchRequest request, Target target, @Nullable String cookies) {
    StringBuilder head = new StringBuilder(fixed.length() + target.path().length() + 128);
    head.append(request.method().name()).append(' ');
    if (absolute && !target.tls()) {
      head.append("http://").append(target.authority());
    }
    head.append(target.path()).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(target.authority()).append("\r\n");
    head.append(fixed);
    field(head, "Referer", request.referrer());
    field(head, "If-None-Match", request.validators().etag());
    field(head, "If-Modified-Since", request.validators().lastModified());
    field(head, "Cookie", cookies);
    return head.append("\r\n").toString().getBytes(ISO_8859_1);
  }

  private static void field(StringBuilder head, String name, @Nullable String value) {
    if (value != null && !value.isEmpty() && clean(value)) {
      head.append(name).append(": ").append(value).append("\r\n");
    }
  }

  /// Whether a value may stand in a header field (RFC 9110 §5.5).
  static boolean clean(String value) {
    if (value.length() > MAX_VALUE) {
      return false;
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7f || c > 0xff) {
        return false;
      }
    }
    return true;
  }

  /// Whether a name may name a header field: a token (RFC 9110 §5.6.2).
  static boolean token(String name) {
    return !name.isEmpty()
        && name.chars()
            .allMatch(
                c -> Character.isLetterOrDigit(c) && c < 0x7f || "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
  }
}
