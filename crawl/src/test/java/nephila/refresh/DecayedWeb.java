package nephila.refresh;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Truncation;

/// A web in memory that has decayed: pages live, are gone, moved, or say "not found" with status
/// 200; hosts are unknown, silent, or send everything to one place. Answers HEAD as honestly as it
/// is told to, and remembers what was asked.
final class DecayedWeb implements Fetcher {
  static final String HTML = "Content-Type: text/html\r\n";

  private final Map<String, String> answers = new HashMap<>();
  private final Map<String, String> headAnswers = new HashMap<>();
  private final Map<String, String> otherwise = new HashMap<>();
  private final Set<String> unknownHosts = new HashSet<>();
  private final Set<String> silentHosts = new HashSet<>();
  private final Set<String> privateHosts = new HashSet<>();
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  final Map<String, LivenessVerdict> truth = new LinkedHashMap<>();

  DecayedWeb lives(String url) {
    truth.put(url, LivenessVerdict.LIVES);
    return page(url, "<title>" + url + "</title><h1>Welcome</h1>All about " + url);
  }

  DecayedWeb page(String url, String body) {
    return answer(url, 200, HTML, body);
  }

  DecayedWeb gone(String url) {
    truth.put(url, LivenessVerdict.NOT_FOUND);
    return this;
  }

  DecayedWeb soft(String url) {
    truth.put(url, LivenessVerdict.SOFT_NOT_FOUND);
    return page(url, "<title>Our site</title><h1>Page not found</h1>Try the search.");
  }

  DecayedWeb moved(String url, String to) {
    truth.put(url, LivenessVerdict.MOVED);
    page(to, "<title>" + to + "</title>It is here now: " + to);
    return answer(url, 301, "Location: " + to + "\r\n", "");
  }

  DecayedWeb unknownHost(String origin) {
    unknownHosts.add(origin);
    return this;
  }

  /// Kept away from, until told otherwise.
  DecayedWeb privateHost(String origin, boolean keptAway) {
    if (keptAway) {
      privateHosts.add(origin);
    } else {
      privateHosts.remove(origin);
    }
    return this;
  }

  DecayedWeb silentHost(String origin) {
    silentHosts.add(origin);
    return this;
  }

  /// What the host answers to every address it does not know, robots.txt excepted.
  DecayedWeb otherwise(String origin, int status, String headers, String body) {
    otherwise.put(origin, text(status, headers, body));
    return this;
  }

  DecayedWeb answer(String url, int status, String headers, String body) {
    answers.put(url, text(status, headers, body));
    return this;
  }

  /// A HEAD that does not tell what GET would.
  DecayedWeb head(String url, int status) {
    headAnswers.put(url, text(status, HTML, ""));
    return this;
  }

  private static String text(int status, String headers, String body) {
    return "HTTP/1.1 "
        + status
        + " X\r\n"
        + headers
        + "Content-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  /// Every request so far: method and URL.
  List<String> asked() {
    return List.copyOf(asked);
  }

  long asked(String start) {
    return asked().stream().filter(one -> one.startsWith(start)).count();
  }

  @Override
  public Exchange fetch(FetchRequest request) {
    String url = request.url();
    asked.add(request.method() + " " + url);
    String origin = url.substring(0, url.indexOf('/', 8));
    Exchange.Circumstances how =
        new Exchange.Circumstances(
            InetAddress.getLoopbackAddress(), Instant.now(), 1, 1, Truncation.NONE, null);
    if (unknownHosts.contains(origin)) {
      return Exchange.failed(request, Failure.DNS, "unknown host", new byte[0], how);
    }
    if (privateHosts.contains(origin)) {
      return Exchange.failed(request, Failure.ADDRESS_REFUSED, "private", new byte[0], how);
    }
    if (silentHosts.contains(origin)) {
      return Exchange.failed(request, Failure.REFUSED, "refused", new byte[0], how);
    }
    boolean head = request.method() == FetchRequest.Method.HEAD;
    String answer = head ? headAnswers.get(url) : null;
    if (answer == null) {
      answer = answers.get(url);
    }
    if (answer == null && !url.endsWith("/robots.txt")) {
      answer = otherwise.get(origin);
    }
    if (answer == null) {
      answer = text(404, "", "");
    }
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    if (head) {
      bytes = answer.substring(0, answer.indexOf("\r\n\r\n") + 4).getBytes(StandardCharsets.UTF_8);
    }
    return Exchange.of(request, new byte[0], bytes, how);
  }

  @Override
  public void close() {}
}
