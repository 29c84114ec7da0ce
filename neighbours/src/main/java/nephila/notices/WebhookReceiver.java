package nephila.notices;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A URL that gets each notice as a POST of JSON, signed: `Nephila-Signature: t=SECONDS,v1=HEX`,
/// the HMAC-SHA256 of `SECONDS.BODY`. `Idempotency-Key` is the notice's id: what is sent again
/// after an answer that was lost has the same. Any answer from 200 to 299 is a receipt.
final class WebhookReceiver implements Receiver {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final URI url;
  private final byte[] secret;
  private final Clock clock;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(PATIENCE)
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  WebhookReceiver(URI url, byte[] secret, Clock clock) {
    this.url = url;
    this.secret = secret;
    this.clock = clock;
  }

  @Override
  public void take(String id, String line) throws IOException {
    long seconds = clock.millis() / 1000;
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header("User-Agent", "nephila-notices")
            .header("Idempotency-Key", id)
            .header("Nephila-Signature", "t=" + seconds + ",v1=" + signature(secret, seconds, line))
            .POST(HttpRequest.BodyPublishers.ofString(line))
            .build();
    try {
      int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      if (status / 100 != 2) {
        throw new IOException("HTTP " + status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  static String signature(byte[] secret, long seconds, String body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal((seconds + "." + body).getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every JDK has HMAC-SHA256", e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
