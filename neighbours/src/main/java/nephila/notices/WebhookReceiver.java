package nephila.notices;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A URL that gets each notice as a POST of JSON, signed: `Nephila-Signature: t=SECONDS,v1=HEX`,
/// the HMAC-SHA256 of `SECONDS.BODY`. `Idempotency-Key` is the notice's id: what is sent again
/// after an answer that was lost has the same. Any answer from 200 to 299 is a receipt;
/// `Retry-After` of 429 and 503 is kept to, up to an hour.
final class WebhookReceiver implements Receiver {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /// A server cannot ask to be left alone for longer.
  private static final Duration LONGEST_LATER = Duration.ofHours(1);

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
  public void take(List<String> lines) throws IOException {
    String line = lines.getFirst();
    long seconds = clock.millis() / 1000;
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header("User-Agent", "nephila-notices")
            .header("Idempotency-Key", Delivery.id(line))
            .header("Nephila-Signature", "t=" + seconds + ",v1=" + signature(secret, seconds, line))
            .POST(HttpRequest.BodyPublishers.ofString(line))
            .build();
    try {
      HttpResponse<InputStream> answer =
          client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      // The head is the receipt; a body may be as long and slow as it likes.
      answer.body().close();
      check(answer);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void check(HttpResponse<?> answer) throws IOException {
    int status = answer.statusCode();
    if (status / 100 == 2) {
      return;
    }
    if (status / 100 == 3) {
      String to = answer.headers().firstValue("Location").orElse("elsewhere");
      throw new IOException("HTTP " + status + " to " + to + "; redirects are not followed");
    }
    long later = (status == 429 || status == 503) ? retryAfterMillis(answer) : 0;
    if (later > 0) {
      throw new Later("HTTP " + status, later);
    }
    throw new IOException("HTTP " + status);
  }

  private long retryAfterMillis(HttpResponse<?> answer) {
    String asked = answer.headers().firstValue("Retry-After").orElse("").strip();
    long millis = 0;
    if (asked.matches("\\d{1,9}")) {
      millis = Long.parseLong(asked) * 1000;
    } else if (!asked.isEmpty()) {
      try {
        millis =
            ZonedDateTime.parse(asked, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()
                    .toEpochMilli()
                - clock.millis();
      } catch (DateTimeParseException e) {
        return 0;
      }
    }
    return Math.clamp(millis, 0, LONGEST_LATER.toMillis());
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
