package nephila.fetch.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.net.InetAddress;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Outcome;
import org.junit.jupiter.api.Test;

/// Certificates good and bad. The stores were made with keytool: certificates for good.example by a
/// test authority, one valid for a century and one that ran out in January 2020.
class TlsTest {
  private static final char[] PASSWORD = "password".toCharArray();
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";

  private static KeyStore store(String name) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = TlsTest.class.getResourceAsStream(name)) {
      assertNotNull(in, name);
      store.load(in, PASSWORD);
    }
    return store;
  }

  private static BadServer server(String certificate) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store(certificate), PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    SSLServerSocketFactory factory = context.getServerSocketFactory();
    return new BadServer(
        factory.createServerSocket(),
        talk -> {
          while (!talk.request().isEmpty()) {
            talk.say(OK);
          }
        });
  }

  private static KeyStore trusting() throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("ca", store("good.p12").getCertificate("ca"));
    return trusted;
  }

  private static HttpFetcher.Builder settings() {
    return HttpFetcher.builder("t", (address, port) -> true)
        .resolver(host -> List.of(InetAddress.ofLiteral("127.0.0.1")));
  }

  private static Exchange fetch(Fetcher fetcher, String host, BadServer server) {
    return fetcher.fetch(FetchRequest.get("https://" + host + ":" + server.port() + "/"));
  }

  private static void assertRefused(Exchange exchange) {
    assertTrue(
        exchange.outcome() instanceof Outcome.Failed failed && failed.kind() == Failure.TLS,
        exchange::toString);
  }

  @Test
  void aTrustedCertificateOfTheHostIsAccepted() throws Exception {
    try (BadServer server = server("good.p12");
        HttpFetcher fetcher = settings().trust(trusting()).build()) {
      for (int i = 0; i < 3; i++) {
        Exchange exchange = fetch(fetcher, "good.example", server);
        assertEquals(200, exchange.status(), exchange::toString);
        assertNull(exchange.circumstances().certificateProblem());
      }
      assertEquals(1, server.connections.get());
      assertRefused(fetch(fetcher, "other.example", server));
    }
  }

  @Test
  void anUntrustedOrExpiredCertificateIsRefused() throws Exception {
    try (BadServer server = server("good.p12");
        HttpFetcher fetcher = settings().build()) {
      assertRefused(fetch(fetcher, "good.example", server));
      assertEquals(List.of(), server.requests);
    }
    try (BadServer server = server("expired.p12");
        HttpFetcher fetcher = settings().trust(trusting()).build()) {
      assertRefused(fetch(fetcher, "good.example", server));
    }
  }

  @Test
  void aBadCertificateIsAcceptedWhenWantedAndTold() throws Exception {
    for (String certificate : List.of("good.p12", "expired.p12")) {
      try (BadServer server = server(certificate);
          HttpFetcher fetcher = settings().acceptBadCertificates(true).build()) {
        for (int i = 0; i < 2; i++) {
          Exchange exchange = fetch(fetcher, "other.example", server);
          assertEquals(200, exchange.status(), exchange::toString);
          assertNotNull(exchange.circumstances().certificateProblem());
        }
      }
    }
    try (BadServer server = server("good.p12");
        HttpFetcher fetcher = settings().acceptBadCertificates(true).trust(trusting()).build()) {
      assertNull(fetch(fetcher, "good.example", server).circumstances().certificateProblem());
      assertNotNull(fetch(fetcher, "wrong.example", server).circumstances().certificateProblem());
    }
  }

  @Test
  void aPlanReadsHostsWithBadCertificatesOnlyWhenItSaysSo() throws Exception {
    for (boolean insecure : new boolean[] {false, true}) {
      CrawlConfig plan = CrawlConfig.usual().with("allow-private", true).with("insecure", insecure);
      try (BadServer server = server("expired.p12");
          HttpFetcher fetcher =
              Crawl.fetcherFor(plan)
                  .resolver(host -> List.of(InetAddress.ofLiteral("127.0.0.1")))
                  .build()) {
        Exchange exchange = fetch(fetcher, "other.example", server);
        assertEquals(insecure, exchange.answered(), exchange::toString);
      }
    }
  }

  @Test
  void aServerWithoutTlsIsSaidToHaveNone() throws Exception {
    try (BadServer server = new BadServer(talk -> talk.say("HTTP/1.1 400 Bad\r\n\r\n"));
        HttpFetcher fetcher = settings().build()) {
      assertRefused(fetch(fetcher, "good.example", server));
    }
  }
}
