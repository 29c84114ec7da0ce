package nephila.store;

import java.util.List;
import nephila.store.record.RowPrint;
import org.jspecify.annotations.Nullable;

/// Finds in the archive of a crawl what a page pointed to when it was read.
@FunctionalInterface
public interface ArchivedRows {
  /// Nothing is archived.
  ArchivedRows NONE = (url, copy) -> null;

  /// The URLs of the pages that the copy points to, each once; null where it cannot be read.
  ///
  /// @param url of the page
  @Nullable List<String> of(String url, RowPrint.ArchivedCopy copy);
}
