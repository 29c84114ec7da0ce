package nephila.copies;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import nephila.UserError;
import nephila.text.ContentReader;
import nephila.text.SiteTemplate;

/// Texts whose copies are looked for, with every shingle of theirs by hash. Immutable; 24 bytes a
/// word of theirs.
public final class TrackedTexts {
  private static final long LONGEST = 16 << 20;
  private static final int MOST_FILES = 100_000;

  /// Texts with fewer words are no texts.
  private static final int FEWEST_WORDS = 20;

  final List<String> names;
  final int[] shingles;
  private final long[] hashes;
  private final int[] owners;
  private final int[] places;

  private TrackedTexts(
      List<String> names, int[] shingles, long[] hashes, int[] owners, int[] places) {
    this.names = names;
    this.shingles = shingles;
    this.hashes = hashes;
    this.owners = owners;
    this.places = places;
  }

  /// Reads text files, HTML files, and folders of them.
  ///
  /// @throws UserError for a file that is none, cannot be read, or holds too little
  public static TrackedTexts read(List<Path> paths) {
    List<String> names = new ArrayList<>();
    List<Shingles> texts = new ArrayList<>();
    for (Path path : paths) {
      boolean folder = Files.isDirectory(path);
      for (Path file : folder ? files(path) : List.of(path)) {
        Shingles text = Shingles.of(text(file));
        if (text.words >= FEWEST_WORDS) {
          names.add(folder ? path.relativize(file).toString() : file.toString());
          texts.add(text);
        } else if (!folder) {
          throw new UserError(
              file
                  + ": has "
                  + text.words
                  + " words, too few to tell a copy by; give a text of "
                  + FEWEST_WORDS
                  + " words or more");
        }
      }
    }
    if (texts.isEmpty()) {
      throw new UserError(
          paths.getFirst()
              + ": holds no text of "
              + FEWEST_WORDS
              + " words or more; put .txt, .md or .html files there");
    }
    return of(names, texts);
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> Files.isRegularFile(file) && isText(file))
          .sorted()
          .limit(MOST_FILES)
          .toList();
    } catch (IOException e) {
      throw new UserError(folder + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static boolean isText(Path file) {
    return file.getFileName()
        .toString()
        .toLowerCase(Locale.ROOT)
        .matches("[^.].*[.](txt|text|md|markdown|html?|xhtml)");
  }

  private static String text(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new UserError(file + ": is no file; give a text file, or a folder of them");
      }
      if (Files.size(file) > LONGEST) {
        throw new UserError(file + ": is longer than 16 MiB; split it");
      }
      byte[] bytes = Files.readAllBytes(file);
      String name = file.toString().toLowerCase(Locale.ROOT);
      return name.matches(".*[.]x?html?")
          ? ContentReader.read(bytes, 0, bytes.length, null, "", SiteTemplate.NONE).text()
          : new String(bytes, UTF_8);
    } catch (IOException e) {
      throw new UserError(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static TrackedTexts of(List<String> names, List<Shingles> texts) {
    int all = texts.stream().mapToInt(text -> text.hashes.length).sum();
    Long[] order = new Long[all];
    long[] hashes = new long[all];
    int[] owners = new int[all];
    int[] places = new int[all];
    int at = 0;
    for (int owner = 0; owner < texts.size(); owner++) {
      long[] its = texts.get(owner).hashes;
      for (int place = 0; place < its.length; place++) {
        hashes[at] = its[place];
        owners[at] = owner;
        places[at] = place;
        order[at] = (long) at;
        at++;
      }
    }
    Arrays.sort(order, java.util.Comparator.comparingLong(i -> hashes[i.intValue()]));
    long[] sorted = new long[all];
    int[] sortedOwners = new int[all];
    int[] sortedPlaces = new int[all];
    for (int i = 0; i < all; i++) {
      int from = order[i].intValue();
      sorted[i] = hashes[from];
      sortedOwners[i] = owners[from];
      sortedPlaces[i] = places[from];
    }
    int[] shingles = texts.stream().mapToInt(text -> text.hashes.length).toArray();
    return new TrackedTexts(List.copyOf(names), shingles, sorted, sortedOwners, sortedPlaces);
  }

  public int size() {
    return names.size();
  }

  /// Is shown a place where a text has a shingle.
  interface Places {
    void at(int text, int place);
  }

  void places(long hash, Places to) {
    int at = Arrays.binarySearch(hashes, hash);
    if (at < 0) {
      return;
    }
    while (at > 0 && hashes[at - 1] == hash) {
      at--;
    }
    for (int shown = 0; at < hashes.length && hashes[at] == hash && shown < 64; at++, shown++) {
      to.at(owners[at], places[at]);
    }
  }
}
