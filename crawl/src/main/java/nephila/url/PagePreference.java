package nephila.url;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import nephila.UserError;
import org.jspecify.annotations.Nullable;

/// A field of interest (paper 000 §5): how the virtual page pays the pages, as a file has it.
///
/// A line is `what<TAB>weight`, `what` being the URL of a page, `site=example.org`,
/// `host=www.example.org` (its subdomains too) or `url~PATTERN` (RE2, found anywhere), and the
/// weight a number that is not negative; `#` starts a comment. The first line that matches a page
/// counts; a page that no line matches has weight 0.
///
/// Finding a weight costs a look-up a kind of line, and a search a pattern. About 150 bytes a line.
/// Immutable and thread-safe.
public final class PagePreference {
  private static final long MOST_BYTES = 1L << 30;
  private static final Pattern KIND = Pattern.compile("site=|host=|url~");

  private final Map<String, Line> pages = new HashMap<>();
  private final Map<String, Line> sites = new HashMap<>();
  private final Map<String, Line> hosts = new HashMap<>();
  private final List<Line> patterns = new ArrayList<>();
  private final String print;
  private double most;
  private double leastAboveZero = Double.POSITIVE_INFINITY;

  /// @param pattern null where the line names what it speaks of
  private record Line(long number, double weight, @Nullable UserPattern pattern) {}

  private PagePreference(byte[] content) {
    CRC32C sum = new CRC32C();
    sum.update(content);
    print = content.length + "-" + Long.toHexString(sum.getValue());
  }

  /// @throws UserError with file and line where it is wrong
  public static PagePreference read(Path file) {
    return of(file.toString(), bytes(file));
  }

  /// The preference that the content of a file is.
  ///
  /// @param file its name, for messages
  public static PagePreference of(String file, byte[] content) {
    PagePreference preference = new PagePreference(content);
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new ByteArrayInputStream(content), StandardCharsets.UTF_8.newDecoder()))) {
      long number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        String text = number == 1 && line.startsWith("\uFEFF") ? line.substring(1) : line;
        if (!text.isBlank() && !text.startsWith("#")) {
          preference.add(file, number, text);
        }
      }
    } catch (CharacterCodingException e) {
      throw new UserError(file + ": is no text in UTF-8; write what<TAB>weight a line", e);
    } catch (IOException e) {
      throw new UserError(file + ": cannot be read (" + e.getMessage() + ")", e);
    }
    if (preference.most == 0) {
      throw new UserError(file + ": gives nothing a weight above 0; at least one line must");
    }
    return preference;
  }

  /// Whether a file has lines of other kinds than pages.
  public static boolean isByPattern(Path file) {
    String text = new String(bytes(file), StandardCharsets.ISO_8859_1);
    return text.lines().anyMatch(line -> KIND.matcher(line).lookingAt());
  }

  private static byte[] bytes(Path file) {
    if (!Files.exists(file)) {
      throw new UserError(file + ": no such file");
    }
    if (Files.isDirectory(file)) {
      throw new UserError(file + ": is a directory; give a file of what<TAB>weight a line");
    }
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new UserError(file + ": is longer than a GiB; name sites or patterns instead");
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UserError(file + ": cannot be read as a preference", e);
    }
  }

  private void add(String file, long number, String text) {
    int tab = text.lastIndexOf('\t');
    if (tab <= 0) {
      throw UserError.atLine(
          file, number, "needs a page, a site= or a url~ pattern, a tab and a weight");
    }
    String what = text.substring(0, tab).strip();
    double weight = weight(file, number, text.substring(tab + 1).strip());
    if (what.startsWith("url~")) {
      String pattern = what.substring(4);
      patterns.add(
          new Line(number, weight, UserPattern.compile(file + ":" + number + ":", pattern, false)));
    } else if (what.startsWith("site=")) {
      sites.putIfAbsent(name(file, number, what, 5), new Line(number, weight, null));
    } else if (what.startsWith("host=")) {
      hosts.putIfAbsent(name(file, number, what, 5), new Line(number, weight, null));
    } else if (CanonicalUrl.parse(what) instanceof CanonicalUrl url) {
      pages.putIfAbsent(url.text(), new Line(number, weight, null));
    } else {
      throw UserError.atLine(
          file,
          number,
          "'" + what + "' is no URL, and neither site=NAME, host=NAME nor url~PATTERN");
    }
    most = Math.max(most, weight);
    leastAboveZero = weight > 0 ? Math.min(leastAboveZero, weight) : leastAboveZero;
  }

  private static String name(String file, long number, String what, int from) {
    String name = what.substring(from).toLowerCase(Locale.ROOT);
    if (name.isEmpty() || name.indexOf('/') >= 0) {
      throw UserError.atLine(
          file, number, "'" + what + "' names no host; write it like site=example.org");
    }
    return name;
  }

  private static double weight(String file, long number, String text) {
    try {
      double weight = Double.parseDouble(text);
      if (weight >= 0 && weight < Double.POSITIVE_INFINITY) {
        return weight;
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw UserError.atLine(
        file, number, "weight '" + text + "': it must be a number, at least 0 and finite");
  }

  /// The weight of the page, of the greatest that any line has: 0 to 1.
  public double share(CanonicalUrl url) {
    Line first = earlier(pages.get(url.text()), sites.get(url.site()));
    String host = hosts.isEmpty() ? "" : url.host();
    for (int dot = 0; dot >= 0 && !host.isEmpty(); dot = host.indexOf('.')) {
      host = dot == 0 ? host : host.substring(dot + 1);
      first = earlier(first, hosts.get(host));
    }
    for (Line line : patterns) {
      if (first != null && first.number < line.number) {
        break;
      }
      if (line.pattern != null && line.pattern.isIn(url.text())) {
        first = line;
        break;
      }
    }
    return first == null ? 0 : first.weight / most;
  }

  private static @Nullable Line earlier(@Nullable Line one, @Nullable Line other) {
    return one == null || (other != null && other.number < one.number) ? other : one;
  }

  /// The least [#share] above 0 that a line gives.
  public double leastShare() {
    return leastAboveZero / most;
  }

  /// Tells this file from others.
  public String print() {
    return print;
  }
}
