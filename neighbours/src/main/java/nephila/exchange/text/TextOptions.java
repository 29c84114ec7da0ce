package nephila.exchange.text;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which texts are wanted and how.
///
/// @param top how many pages, the most important first; 0 for all
/// @param since only pages whose content is newer than that
/// @param sites only pages of these hosts or sites; empty for all
/// @param changedOnly only pages that say something else than when they were last written to the
///   same file
/// @param chunkWords how many words a piece may have; 0 for whole pages
public record TextOptions(
    long top, @Nullable Instant since, Set<String> sites, boolean changedOnly, int chunkWords) {
  public static final TextOptions ALL = new TextOptions(0, null, Set.of(), false, 0);

  /// Whether all pages are wanted.
  boolean isWhole() {
    return top == 0 && since == null && sites.isEmpty() && !changedOnly;
  }
}
