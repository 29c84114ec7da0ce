package nephila.search;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The results of the last queries over one state of the index and of importance: people page back
/// and forth, and many ask the same. All are forgotten when either changes. Thread-safe.
final class RecentResults {
  private static final int MOST = 512;

  private record Asked(SearchQuery query, SearchOptions options) {}

  /// Finds what is not known yet.
  interface Source {
    SearchResults find() throws IOException;
  }

  private final Map<Asked, SearchResults> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, SearchResults> eldest) {
          return size() > MOST;
        }
      };
  private @Nullable Object state;
  private @Nullable Object worth;

  /// `index` and `importance` are the same objects as long as nothing changed.
  SearchResults of(
      Object index, Object importance, SearchQuery query, SearchOptions options, Source source)
      throws IOException {
    Asked asked = new Asked(query, options);
    SearchResults found = recall(index, importance, asked);
    if (found == null) {
      found = source.find();
      keep(index, importance, asked, found);
    }
    return found;
  }

  private synchronized @Nullable SearchResults recall(
      Object index, Object importance, Asked asked) {
    if (state != index || worth != importance) {
      known.clear();
      state = index;
      worth = importance;
    }
    return known.get(asked);
  }

  private synchronized void keep(
      Object index, Object importance, Asked asked, SearchResults found) {
    if (state == index && worth == importance) {
      known.put(asked, found);
    }
  }
}
