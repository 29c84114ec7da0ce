package nephila.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who may ask what.
///
/// G1 the Host header names an address the server was told to answer for (no DNS rebinding); G2 a
/// request that changes something carries the token and comes from the page itself or from no page;
/// G3 where the server listens beyond loopback, every request carries the token.
final class Guard {
  static final String TOKEN_HEADER = "X-Nephila-Token";
  static final String TOKEN_COOKIE = "nephila";

  private final String token;
  private final Set<String> hosts;
  private final boolean tokenForReading;

  Guard(String token, Set<String> hosts, boolean tokenForReading) {
    this.token = token;
    this.hosts = hosts;
    this.tokenForReading = tokenForReading;
  }

  boolean carriesTokenInAddress() {
    return tokenForReading;
  }

  String token() {
    return token;
  }

  /// Throws a [Refusal] where the request must not be answered.
  void check(HttpExchange request) {
    String host = request.getRequestHeaders().getFirst("Host");
    if (host == null || !hosts.contains(withoutPort(host))) {
      throw new Refusal(421, "this server does not answer for host " + host);
    }
    boolean reads =
        request.getRequestMethod().equals("GET") || request.getRequestMethod().equals("HEAD");
    if (!reads) {
      checkOrigin(request.getRequestHeaders(), host);
    }
    if ((tokenForReading || !reads) && !carriesToken(request)) {
      throw new Refusal(
          401, "the token is missing or wrong; open the address that was printed at the start");
    }
  }

  private static void checkOrigin(Headers headers, String host) {
    String origin = headers.getFirst("Origin");
    if (origin != null && !sameHost(origin, host)) {
      throw new Refusal(403, "requests that change something must come from the page itself");
    }
    String site = headers.getFirst("Sec-Fetch-Site");
    if (site != null && !site.equals("same-origin") && !site.equals("none")) {
      throw new Refusal(403, "requests that change something must come from the page itself");
    }
  }

  private static boolean sameHost(String origin, String host) {
    try {
      return host.equalsIgnoreCase(URI.create(origin).getAuthority());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  boolean carriesToken(HttpExchange request) {
    return matches(request.getRequestHeaders().getFirst(TOKEN_HEADER))
        || matches(cookie(request.getRequestHeaders().getFirst("Cookie")))
        || matches(Parameters.of(request.getRequestURI().getRawQuery()).text("token", ""));
  }

  private static @Nullable String cookie(@Nullable String header) {
    if (header != null) {
      for (String pair : header.split(";")) {
        String trimmed = pair.strip();
        if (trimmed.startsWith(TOKEN_COOKIE + "=")) {
          return trimmed.substring(TOKEN_COOKIE.length() + 1);
        }
      }
    }
    return null;
  }

  private boolean matches(@Nullable String given) {
    return given != null
        && MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  private static String withoutPort(String host) {
    return host.replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
  }
}
