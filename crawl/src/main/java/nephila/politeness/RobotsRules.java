package nephila.politeness;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRules.RobotRulesMode;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import nephila.url.CanonicalUrl;

/// What one robots.txt says to us (RFC 9309): may we read a page, how long to wait between pages
/// (`Crawl-delay`, not in the RFC but asked for), which sitemaps there are.
///
/// Rules are for the group of our product token, else for `*`. Of a long file the first 500 KiB
/// count, to a whole line. Immutable and thread-safe.
public final class RobotsRules {
  /// RFC 9309 §2.5.
  public static final int MAX_BYTES = 500 * 1024;

  public static final RobotsRules ALLOW_ALL =
      new RobotsRules(new SimpleRobotRules(RobotRulesMode.ALLOW_ALL));
  public static final RobotsRules DISALLOW_ALL =
      new RobotsRules(new SimpleRobotRules(RobotRulesMode.ALLOW_NONE));

  /// Longer delays are a way of saying no; taken as this.
  private static final Duration MAX_CRAWL_DELAY = Duration.ofHours(1);

  private final SimpleRobotRules rules;
  private final List<CanonicalUrl> sitemaps;

  /// Whether no rule forbids anything, as in the usual `Disallow:` followed by nothing.
  private final boolean forbidsNothing;

  private RobotsRules(SimpleRobotRules rules) {
    this.rules = rules;
    forbidsNothing =
        rules.isAllowAll()
            || (!rules.isAllowNone()
                && rules.getRobotRules().stream().allMatch(SimpleRobotRules.RobotRule::isAllow));
    sitemaps =
        rules.getSitemaps().stream()
            .map(CanonicalUrl::parse)
            .filter(CanonicalUrl.class::isInstance)
            .map(CanonicalUrl.class::cast)
            .distinct()
            .toList();
  }

  /// Reads a robots.txt that was found at `url`. Anything can be read: what makes no sense is
  /// ignored.
  public static RobotsRules parse(CanonicalUrl url, byte[] body, String productToken) {
    byte[] content = counting(body);
    SimpleRobotRulesParser parser = new SimpleRobotRulesParser();
    parser.setMaxCrawlDelay(Long.MAX_VALUE);
    parser.setExactUserAgentMatching(true);
    String token = productToken.toLowerCase(Locale.ROOT);
    return new RobotsRules(parser.parseContent(url.text(), content, "text/plain", List.of(token)));
  }

  /// The part of a file that counts: all of it, or of a long one the whole lines of the first
  /// [#MAX_BYTES]; unpacked where a server sends the packed file itself (`application/gzip`).
  static byte[] counting(byte[] file) {
    byte[] body = isPacked(file) ? unpacked(file) : file;
    if (body.length <= MAX_BYTES) {
      return body;
    }
    int end = MAX_BYTES;
    while (end > 0 && body[end - 1] != '\n' && body[end - 1] != '\r') {
      end--;
    }
    return Arrays.copyOf(body, end == 0 ? MAX_BYTES : end);
  }

  private static boolean isPacked(byte[] file) {
    return file.length > 2 && file[0] == 0x1F && file[1] == (byte) 0x8B && file[2] == 8;
  }

  /// As much as can be unpacked, but not much more than counts.
  private static byte[] unpacked(byte[] file) {
    byte[] body = new byte[MAX_BYTES + 1];
    int length = 0;
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(file))) {
      for (int read = 0; read >= 0 && length < body.length; length += Math.max(0, read)) {
        read = in.read(body, length, body.length - length);
      }
    } catch (IOException e) {
      // The lines before the damage count.
    }
    return Arrays.copyOf(body, length);
  }

  /// Whether the page may be read. robots.txt itself always may.
  public boolean allows(CanonicalUrl url) {
    if (forbidsNothing) {
      return true;
    }
    return url.path().equals("/robots.txt") || rules.isAllowed(url.text());
  }

  /// The time to leave between two requests, when the file asks for one; an hour at most.
  public Optional<Duration> crawlDelay() {
    long millis = rules.getCrawlDelay();
    if (millis == BaseRobotRules.UNSET_CRAWL_DELAY || millis <= 0) {
      return Optional.empty();
    }
    Duration delay = Duration.ofMillis(millis);
    return Optional.of(delay.compareTo(MAX_CRAWL_DELAY) > 0 ? MAX_CRAWL_DELAY : delay);
  }

  /// The sitemaps the file lists, for any robot.
  public List<CanonicalUrl> sitemaps() {
    return sitemaps;
  }

  public boolean allowsAll() {
    return rules.isAllowAll();
  }

  public boolean allowsNone() {
    return rules.isAllowNone();
  }
}
