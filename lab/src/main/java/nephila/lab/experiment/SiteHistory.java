package nephila.lab.experiment;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import nephila.UserError;

/// The changes of a real site, in the order in which they happened. Only links between pages of the
/// site are kept; its pages are numbered from 0.
///
/// Files: `pages` has lines of id, kind (`p` of the site, `x` external), url; `events` has lines of
/// unix time, `A` added, `M` modified or `D` deleted, page, links added, links removed (ids between
/// blanks). Tabs between the columns, `#` starts a comment, gzip.
public record SiteHistory(int pages, List<Event> events) {
  /// One change. `added` and `removed` are pages of the site.
  public record Event(long unixTime, char kind, int page, int[] added, int[] removed) {}

  public static SiteHistory read(Path pagesFile, Path eventsFile) {
    Map<Integer, Integer> numbers = new HashMap<>();
    for (String[] columns : lines(pagesFile)) {
      if (columns[1].equals("p")) {
        numbers.put(Integer.parseInt(columns[0]), numbers.size());
      }
    }
    List<Event> events = new ArrayList<>();
    for (String[] columns : lines(eventsFile)) {
      Integer page = numbers.get(Integer.parseInt(columns[2]));
      if (page != null) {
        events.add(
            new Event(
                Long.parseLong(columns[0]),
                columns[1].charAt(0),
                page,
                links(columns, 3, numbers),
                links(columns, 4, numbers)));
      }
    }
    return new SiteHistory(numbers.size(), List.copyOf(events));
  }

  private static int[] links(String[] columns, int column, Map<Integer, Integer> numbers) {
    if (column >= columns.length || columns[column].isBlank()) {
      return new int[0];
    }
    return Arrays.stream(columns[column].strip().split(" +"))
        .map(id -> numbers.getOrDefault(Integer.parseInt(id), -1))
        .mapToInt(page -> page)
        .filter(page -> page >= 0)
        .toArray();
  }

  private static List<String[]> lines(Path file) {
    List<String[]> lines = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.startsWith("#") && !line.isBlank()) {
          lines.add(line.split("\t", -1));
        }
      }
      return lines;
    } catch (java.nio.file.NoSuchFileException e) {
      throw new UserError(file + ": no such file; --data names a folder without it", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long firstDay() {
    return events.getFirst().unixTime() / 86_400;
  }

  long lastDay() {
    return events.getLast().unixTime() / 86_400;
  }
}
