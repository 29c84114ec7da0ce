package nephila.url;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Which host and port does a URL lead to? Nephila against the web platform's own test vectors.
class UrlVectorsTest {
  private static final double ASKED = 0.995;

  private final List<String> differing = new ArrayList<>();
  private int compared;
  private int onPurpose;

  @Test
  void urlsLeadWhereBrowsersGo() throws IOException {
    for (Object item : vectors("urltestdata.json")) {
      if (item instanceof Map<?, ?> vector && isOfTheWeb(vector)) {
        String base = text(vector, "base");
        UrlOutcome from = base == null ? null : CanonicalUrl.parse(base);
        String input = String.valueOf(vector.get("input"));
        UrlOutcome is =
            from instanceof CanonicalUrl page ? page.resolve(input) : CanonicalUrl.parse(input);
        compare(input + (base == null ? "" : " on " + base), is, expected(vector));
      }
    }
    conclude();
  }

  @Test
  void namesOfOtherAlphabetsAreAskedAsBrowsersAskThem() throws IOException {
    for (String file : List.of("toascii.json", "IdnaTestV2.json")) {
      for (Object item : vectors(file)) {
        if (item instanceof Map<?, ?> vector) {
          String input = String.valueOf(vector.get("input"));
          String output = text(vector, "output");
          compare(input, CanonicalUrl.parse("http://" + input + "/x"), output);
        }
      }
    }
    conclude();
  }

  /// A vector whose URL, or whose base, is one of a web page.
  private static boolean isOfTheWeb(Map<?, ?> vector) {
    String base = text(vector, "base");
    if (base != null && !base.startsWith("http")) {
      return false;
    }
    String href = text(vector, "href");
    return href == null || href.startsWith("http:") || href.startsWith("https:");
  }

  private static @Nullable String expected(Map<?, ?> vector) {
    String href = text(vector, "href");
    if (href == null) {
      return null;
    }
    String port = text(vector, "port");
    return text(vector, "hostname") + (port == null || port.isEmpty() ? "" : ":" + port);
  }

  private static @Nullable String text(Map<?, ?> vector, String name) {
    return vector.get(name) instanceof String value ? value : null;
  }

  private void compare(String input, UrlOutcome outcome, @Nullable String expected) {
    String is = outcome instanceof CanonicalUrl url ? url.authority() : null;
    if (expected != null && noNameServerHas(expected)) {
      onPurpose++;
      return;
    }
    compared++;
    if (expected == null ? is != null : !expected.equals(is)) {
      differing.add(input + ": browsers go to " + expected + ", we to " + is);
    }
  }

  /// A dot at the end is dropped, and names too long for a name server are refused.
  private static boolean noNameServerHas(String host) {
    String name = host.replaceAll(":\\d+$", "");
    return name.endsWith(".")
        || name.length() > 253
        || Arrays.stream(name.split("\\.")).anyMatch(label -> label.length() > 63);
  }

  private void conclude() {
    System.out.println(compared + " vectors compared, " + onPurpose + " differ on purpose");
    double agree = 1 - (double) differing.size() / compared;
    assertTrue(agree >= ASKED, () -> agree + " of " + compared + " agree; " + differing);
  }

  private static List<?> vectors(String file) throws IOException {
    Path path = Path.of("..", "..", "shared", "data", "conformance", file);
    assumeTrue(Files.exists(path), "the vectors of the web platform are not here: " + file);
    return JSON.std.listFrom(Files.readString(path));
  }
}
