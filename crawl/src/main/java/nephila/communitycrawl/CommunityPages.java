package nephila.communitycrawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import nephila.UserError;

/// `community.tsv` in the dir of a community run: what every page is to the community. A page of
/// the crawl that is not listed was fetched around it, for the estimate.
///
/// Lines of URL, role, relevance and a note, apart by tabs; relevance is empty where pages were not
/// judged by what they say. Written whole or not at all. Not thread-safe.
public final class CommunityPages {
  static final String FILE = "community.tsv";

  /// What a page is to the community.
  public enum Role {
    /// It belongs to it: it is ranked, and it can be found.
    MEMBER,
    /// The user named it and the rules do not describe it: the crawl began there.
    WAY_IN,
    /// It was read on the search for members and is none.
    REJECTED,
    /// It was read inside and is no page: a redirect, an error.
    BESIDE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Role named(String name) {
      return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
  }

  /// @param relevance between 0 and 1; NaN where the page was not judged by what it says
  /// @param note how it was judged, in words; may be empty
  public record Page(Role role, double relevance, String note) {
    static Page of(Role role) {
      return new Page(role, Double.NaN, "");
    }
  }

  private final Map<String, Page> pages = new LinkedHashMap<>();

  /// What the last community run in `dir` wrote; empty where there was none.
  public static Optional<CommunityPages> in(Path dir) throws IOException {
    Path file = dir.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    CommunityPages read = new CommunityPages();
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        read.take(file, number, line);
      }
    }
    return Optional.of(read);
  }

  /// Takes back what the last run wrote.
  public static void forget(Path dir) throws IOException {
    Files.deleteIfExists(dir.resolve(FILE));
  }

  private void take(Path file, int number, String line) {
    String[] parts = line.split("\t", -1);
    try {
      double relevance = parts[2].isEmpty() ? Double.NaN : Double.parseDouble(parts[2]);
      pages.put(parts[0], new Page(Role.named(parts[1]), relevance, parts[3]));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new UserError(
          file
              + " line "
              + number
              + ": 'url<TAB>role<TAB>relevance<TAB>note' is wanted; write it again with nephila"
              + " community",
          e);
    }
  }

  public void put(String url, Page page) {
    pages.put(url, page);
  }

  /// What the page is; empty for one that was fetched around the community, or never.
  public Optional<Page> of(String url) {
    return Optional.ofNullable(pages.get(url));
  }

  public boolean isMember(String url) {
    Page page = pages.get(url);
    return page != null && page.role() == Role.MEMBER;
  }

  /// The members' URLs.
  public Set<String> members() {
    return pages.entrySet().stream()
        .filter(entry -> entry.getValue().role() == Role.MEMBER)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  public long count(Role role) {
    return pages.values().stream().filter(page -> page.role() == role).count();
  }

  public void write(Path dir) throws IOException {
    StringBuilder text = new StringBuilder("# url\trole\trelevance\tnote\n");
    pages.forEach(
        (url, page) ->
            text.append(url)
                .append('\t')
                .append(page.role())
                .append('\t')
                .append(
                    Double.isNaN(page.relevance())
                        ? ""
                        : String.format(Locale.ROOT, "%.4f", page.relevance()))
                .append('\t')
                .append(page.note().replaceAll("\\s+", " "))
                .append('\n'));
    Path part = dir.resolve(FILE + ".part");
    Files.write(part, List.of(text.substring(0, text.length() - 1)));
    Files.move(
        part,
        dir.resolve(FILE),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
