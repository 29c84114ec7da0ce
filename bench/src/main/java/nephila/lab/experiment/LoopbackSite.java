package nephila.lab.experiment;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// Serves a [MovingWeb] on 127.0.0.1, page n as `/n`. A second passes with every page that is asked
/// for, beside the time that passes anyway, without which a crawl that leaves a slow host alone
/// would wait for ever; one request at a time.
final class LoopbackSite implements AutoCloseable {
  private static final Instant BEGIN = Instant.parse("2030-01-01T00:00:00Z");

  private final MovingWeb web;
  private final HttpServer server;
  private final long begun = System.nanoTime();
  private volatile long second;

  LoopbackSite(MovingWeb web) throws IOException {
    this.web = web;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  String url(int page) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + page;
  }

  static int page(String url) {
    String name = url.substring(url.lastIndexOf('/') + 1);
    return name.matches("\\d{1,9}") ? Integer.parseInt(name) : -1;
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    int page = page(exchange.getRequestURI().getPath());
    byte[] body = "Not found".getBytes(StandardCharsets.UTF_8);
    boolean there = page >= 0 && page < web.pages() && web.exists(page);
    if (page >= 0) {
      second++;
    }
    if (there) {
      StringBuilder text =
          new StringBuilder("<!doctype html><title>page ").append(page).append("</title>");
      for (int target : web.row(page)) {
        text.append("<a href=\"/").append(target).append("\">").append(target).append("</a>\n");
      }
      body = text.toString().getBytes(StandardCharsets.UTF_8);
    }
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(there ? 200 : 404, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  Clock clock() {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return BEGIN.plusSeconds(second).plusNanos(System.nanoTime() - begun);
      }
    };
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
