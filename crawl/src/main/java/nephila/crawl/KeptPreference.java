package nephila.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.store.CrawlStore;
import nephila.url.PagePreference;

/// The copy of a preference that a crawl dir keeps: what was given may change or go afterwards.
final class KeptPreference {
  private KeptPreference() {}

  /// Copies the file that the plan names into the crawl dir, where there is none yet. Returns the
  /// plan, which names the copy from then on.
  ///
  /// @throws UserError when the dir has another, or the file is none
  static CrawlConfig into(Path dir, CrawlConfig plan) throws IOException {
    String name = CrawlStore.PREFERENCE_FILE;
    Path kept = dir.resolve(name);
    if (plan.preference().isEmpty()) {
      return plan;
    }
    boolean isKept = plan.preference().equals(name) && Files.exists(kept);
    if (!isKept) {
      Path given = Path.of(plan.preference());
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
    return plan.with("preference", name);
  }
}
