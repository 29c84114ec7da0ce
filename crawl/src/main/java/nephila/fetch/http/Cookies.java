package nephila.fetch.http;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import nephila.fetch.Headers;
import org.jspecify.annotations.Nullable;

/// Cookies, for sites that cannot be read without. Each goes back only to the very host that set
/// it: `Domain` is ignored, so no host can set cookies for others and no list of public suffixes is
/// needed. Bounded: [#MAX_HOSTS] hosts, [#MAX_PER_HOST] cookies each of at most [#MAX_LENGTH]
/// characters. Lives as long as the fetcher. Thread-safe.
final class Cookies {
  static final int MAX_HOSTS = 10_000;
  static final int MAX_PER_HOST = 50;
  static final int MAX_LENGTH = 4096;

  private record Cookie(String value, String path, boolean secure) {}

  private final Map<String, Map<String, Cookie>> byHost =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<String, Cookie>> eldest) {
          return size() > MAX_HOSTS;
        }
      };

  /// The value of the `Cookie` field for a request, or null when there is none to send.
  synchronized @Nullable String field(Target target) {
    Map<String, Cookie> cookies = byHost.get(target.host());
    if (cookies == null) {
      return null;
    }
    StringBuilder field = new StringBuilder();
    cookies.forEach(
        (name, cookie) -> {
          if (target.path().startsWith(cookie.path) && (target.tls() || !cookie.secure)) {
            field.append(field.isEmpty() ? "" : "; ").append(name).append('=').append(cookie.value);
          }
        });
    return field.isEmpty() ? null : field.toString();
  }

  /// Remembers the cookies an answer sets.
  void learn(Target target, Headers headers) {
    for (int i = headers.find("Set-Cookie", 0); i >= 0; i = headers.find("Set-Cookie", i + 1)) {
      learn(target, headers.value(i));
    }
  }

  private synchronized void learn(Target target, String line) {
    String[] parts = line.split(";", 20);
    int equals = parts[0].indexOf('=');
    if (equals <= 0 || parts[0].length() > MAX_LENGTH || !visible(parts[0])) {
      return;
    }
    String name = parts[0].substring(0, equals).strip();
    String value = parts[0].substring(equals + 1).strip();
    String path = "/";
    boolean secure = false;
    boolean ended = false;
    for (int i = 1; i < parts.length; i++) {
      String part = parts[i].strip();
      String lower = part.toLowerCase(Locale.ROOT);
      if (lower.startsWith("path=/")) {
        path = part.substring(5);
      } else if (lower.equals("secure")) {
        secure = true;
      } else if (lower.startsWith("max-age=")) {
        ended = lower.startsWith("max-age=-") || lower.equals("max-age=0");
      }
    }
    Map<String, Cookie> cookies = byHost.computeIfAbsent(target.host(), h -> new LinkedHashMap<>());
    if (ended) {
      cookies.remove(name);
    } else if (cookies.size() < MAX_PER_HOST || cookies.containsKey(name)) {
      cookies.put(name, new Cookie(value, path, secure));
    }
  }

  private static boolean visible(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
  }
}
