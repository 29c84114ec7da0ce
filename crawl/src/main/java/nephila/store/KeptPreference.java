package nephila.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import nephila.UserError;
import nephila.url.PagePreference;

/// The copy of a preference that a crawl dir keeps: what was given may change or go afterwards.
public final class KeptPreference {
  private KeptPreference() {}

  /// Copies the file, if one is named, into the crawl dir, where there is none yet. Returns the
  /// copy's name, by which the crawl knows it from then on; empty where none is named.
  ///
  /// @throws UserError when the dir has another, or the file is none
  public static String into(Path dir, String file) throws IOException {
    String name = CrawlStore.PREFERENCE_FILE;
    Path kept = dir.resolve(name);
    if (file.isEmpty()) {
      return file;
    }
    boolean isKept = file.equals(name) && Files.exists(kept);
    if (!isKept) {
      Path given = Path.of(file);
      PagePreference preference = PagePreference.read(given);
      if (!Files.exists(kept) && Files.exists(dir.resolve("state"))) {
        throw new UserError(
            dir + " was begun without --preference; leave it out or use another dir");
      } else if (!Files.exists(kept)) {
        Path part = dir.resolve(name + ".part");
        Files.copy(given, part, StandardCopyOption.REPLACE_EXISTING);
        Files.move(part, kept, StandardCopyOption.ATOMIC_MOVE);
      } else if (!preference.print().equals(PagePreference.read(kept).print())) {
        throw new UserError(
            given
                + ": is not the preference that "
                + dir
                + " was begun with; leave --preference out or use another dir");
      }
    }
    return name;
  }
}
