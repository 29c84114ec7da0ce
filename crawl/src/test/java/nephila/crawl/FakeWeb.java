package nephila.crawl;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Truncation;

/// A web in memory that answers at once and remembers who asked for what.
final class FakeWeb implements Fetcher {
  private static final String OTHERWISE = "otherwise";

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

  private InstantSource clock = InstantSource.system();

  /// When the web says it is.
  void clock(InstantSource source) {
    clock = source;
  }

  /// A page with links to these.
  FakeWeb page(String url, String... links) {
    StringBuilder body = new StringBuilder("<html><title>" + url + "</title>");
    for (String link : links) {
      body.append("<a href=\"").append(link).append("\">to ").append(link).append("</a>\n");
    }
    return answer(url, 200, "Content-Type: text/html\r\n", body.toString());
  }

  /// The same with an ETag, so that a request that knows it is answered with 304.
  FakeWeb tagged(String url, String tag, String... links) {
    page(url, links);
    answers.computeIfPresent(
        url, (u, a) -> a.replaceFirst("\r\n", "\r\nETag: \"" + tag + "\"\r\n"));
    return this;
  }

  /// An answer with status, header lines and body.
  FakeWeb answer(String url, int status, String headers, String body) {
    answers.put(
        url,
        "HTTP/1.1 "
            + status
            + " X\r\n"
            + headers
            + "Content-Length: "
            + body.length()
            + "\r\n\r\n"
            + body);
    return this;
  }

  /// What every other address answers, with status 200; robots.txt files are then missing honestly.
  FakeWeb otherwise(String body) {
    answer(OTHERWISE, 200, "Content-Type: text/html\r\n", body);
    return this;
  }

  /// What was asked for so far, in order.
  List<String> asked() {
    return List.copyOf(asked);
  }

  /// The same without robots.txt files and probes.
  List<String> askedPages() {
    return asked().stream()
        .filter(url -> !url.endsWith("/robots.txt") && !url.contains("nephila-probe"))
        .toList();
  }

  @Override
  public Exchange fetch(FetchRequest request) {
    asked.add(request.url());
    byte[] sent = ("GET " + request.url() + " HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.UTF_8);
    var how =
        new Exchange.Circumstances(
            InetAddress.getLoopbackAddress(), clock.instant(), 1, 1, Truncation.NONE, null);
    String answer = answers.get(request.url());
    if (answer == null && !request.url().endsWith("/robots.txt")) {
      answer = answers.get(OTHERWISE);
    }
    String tag = request.validators().etag();
    if (answer != null && tag != null && answer.contains("ETag: " + tag + "\r\n")) {
      answer = "HTTP/1.1 304 Not Modified\r\nETag: " + tag + "\r\n\r\n";
    }
    if (answer == null) {
      answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
    }
    return Exchange.of(request, sent, answer.getBytes(StandardCharsets.UTF_8), how);
  }

  /// The next crawl may ask again.
  @Override
  public void close() {}
}
