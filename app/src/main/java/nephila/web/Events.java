package nephila.web;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/// The stream of server-sent events: how the crawl stands, once a second, to each page that
/// listens. Each listener costs a virtual thread; the state is rendered once for all of them.
final class Events {
  private static final int MOST_LISTENERS = 1000;
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final int SLOW = 3;

  private final CrawlView view;
  private final Semaphore places = new Semaphore(MOST_LISTENERS);
  private byte[] rendered = {};
  private byte[] top = {};
  private long renderedNanos;
  private long renders;

  Events(CrawlView view) {
    this.view = view;
  }

  void serve(HttpExchange request) throws IOException, InterruptedException {
    if (!places.tryAcquire()) {
      throw new Refusal(503, "too many listeners");
    }
    try {
      Reply.headers(request, "text/event-stream", "default-src 'none'");
      request.sendResponseHeaders(200, 0);
      try (OutputStream out = request.getResponseBody()) {
        out.write(now());
        out.write(lastTop());
        while (!Thread.interrupted()) {
          out.write(now());
          out.flush();
          Thread.sleep(PERIOD);
        }
      }
    } finally {
      places.release();
    }
  }

  private synchronized byte[] now() throws IOException {
    long nanos = System.nanoTime();
    if (rendered.length == 0 || nanos - renderedNanos > PERIOD.toNanos() / 2) {
      rendered = render(renders++ % SLOW == 0 || rendered.length == 0);
      renderedNanos = nanos;
    }
    return rendered;
  }

  /// What [#now] sends only now and then, for a listener that has just come.
  private synchronized byte[] lastTop() {
    return top;
  }

  /// Status and history every second; tops, hosts and troubles are dearer and come less often.
  private byte[] render(boolean everything) throws IOException {
    StringBuilder text = new StringBuilder();
    event(text, "status", view.status());
    event(text, "history", view.history());
    event(text, "errors", view.errors(100));
    event(text, "hosts", view.hosts(20));
    if (everything) {
      CrawlView.Top best =
          new CrawlView.Top(view.pages("importance", "", 0, 10).pages(), view.sites(0, 10).sites());
      StringBuilder event = new StringBuilder();
      event(event, "top", best);
      top = event.toString().getBytes(StandardCharsets.UTF_8);
      text.append(event);
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void event(StringBuilder text, String name, Object data) throws IOException {
    text.append("event: ").append(name).append("\ndata: ");
    text.append(JSON.std.asString(data)).append("\n\n");
  }
}
