package nephila.communitycrawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import nephila.UserError;

/// `impact.tsv` in the dir of a community run: the outside pages that link to the community, those
/// that pass most to it first.
///
/// Lines of URL, impact, global rank, links that lead in, links, and why the page looks as if it
/// belonged to the community (empty where it does not), apart by tabs.
public final class OutsidePages {
  static final String FILE = "impact.tsv";

  /// One of them.
  ///
  /// @param impact what it passes to the community: its global rank times the share of its links
  ///   that lead in
  /// @param related why it looks as if it belonged to it; empty where it does not
  public record Page(
      String url, double impact, double rank, int linksIn, int links, String related) {}

  private OutsidePages() {}

  /// The first of those that the last community run in `dir` wrote; empty where there was none.
  public static Optional<List<Page>> in(Path dir, int limit) throws IOException {
    Path file = dir.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<Page> pages = new ArrayList<>();
    try (Stream<String> lines = Files.lines(file)) {
      lines
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .limit(limit)
          .forEach(line -> pages.add(page(file, line)));
    }
    return Optional.of(pages);
  }

  private static Page page(Path file, String line) {
    String[] parts = line.split("\t", -1);
    try {
      return new Page(
          parts[0],
          Double.parseDouble(parts[1]),
          Double.parseDouble(parts[2]),
          Integer.parseInt(parts[3]),
          Integer.parseInt(parts[4]),
          parts[5]);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new UserError(
          file
              + ": '"
              + line
              + "' is not 'url<TAB>impact<TAB>rank<TAB>links in<TAB>links<TAB>related'; write it"
              + " again with nephila community",
          e);
    }
  }

  /// The text of the file.
  public static String text(List<Page> pages) {
    StringBuilder text = new StringBuilder("# url\timpact\trank\tlinks in\tlinks\trelated\n");
    for (Page page : pages) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s\t%.6e\t%.6e\t%d\t%d\t%s%n",
              page.url,
              page.impact,
              page.rank,
              page.linksIn,
              page.links,
              page.related));
    }
    return text.toString();
  }

  /// Where it is in the dir of a community run.
  public static Path file(Path dir) {
    return dir.resolve(FILE);
  }
}
