package nephila.communitycrawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import nephila.UserError;

/// A topic as the user said it. Kept in `topic.tsv` of the dir of its community: lines of a name
/// and a value, apart by a tab.
///
/// @param name what the user calls it
/// @param examples URLs of pages of the topic
/// @param against URLs of pages that are not, however alike
/// @param words words of the topic
/// @param floor the least relevance of a member, between 0 and 1
/// @param harvestFloor the crawl ends when fewer of the last [#HARVEST] pages are relevant; a share
/// @param maxPages the most pages read on the search for members; 0 for no limit
public record Topic(
    String name,
    List<String> examples,
    List<String> against,
    List<String> words,
    double floor,
    double harvestFloor,
    int maxPages) {
  /// Of how many pages the harvest is told.
  public static final int HARVEST = 500;

  static final String FILE = "topic.tsv";

  /// The topic that was kept in `dir`, if any.
  public static Optional<Topic> in(Path dir) throws IOException {
    Path file = dir.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    String name = "";
    double floor = 0;
    double harvestFloor = 0;
    int maxPages = 0;
    List<String> examples = new ArrayList<>();
    List<String> against = new ArrayList<>();
    List<String> words = new ArrayList<>();
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      String[] parts = line.split("\t", 2);
      try {
        switch (parts[0]) {
          case "topic" -> name = parts[1];
          case "example" -> examples.add(parts[1]);
          case "not" -> against.add(parts[1]);
          case "word" -> words.add(parts[1]);
          case "relevance-floor" -> floor = Double.parseDouble(parts[1]);
          case "harvest-floor" -> harvestFloor = Double.parseDouble(parts[1]);
          case "max-pages" -> maxPages = Integer.parseInt(parts[1]);
          default -> throw new IllegalArgumentException(parts[0]);
        }
      } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
        throw new UserError(
            file
                + " line "
                + number
                + ": '"
                + parts[0]
                + "' with a value is not known; name the topic again with --topic and --example",
            e);
      }
    }
    return Optional.of(new Topic(name, examples, against, words, floor, harvestFloor, maxPages));
  }

  /// Writes it whole or not at all.
  public void keep(Path dir) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("topic\t" + name);
    examples.forEach(url -> lines.add("example\t" + url));
    against.forEach(url -> lines.add("not\t" + url));
    words.forEach(word -> lines.add("word\t" + word));
    lines.add("relevance-floor\t" + floor);
    lines.add("harvest-floor\t" + harvestFloor);
    lines.add("max-pages\t" + maxPages);
    Files.createDirectories(dir);
    Path part = dir.resolve(FILE + ".part");
    Files.write(part, lines);
    Files.move(
        part,
        dir.resolve(FILE),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /// All pages that the user named.
  List<String> named() {
    return Stream.concat(examples.stream(), against.stream()).toList();
  }
}
