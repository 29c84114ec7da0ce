package nephila.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import nephila.store.record.ReadFacts;
import nephila.store.record.RowPrint.ArchivedCopy;
import org.jspecify.annotations.Nullable;

/// An archive that has nothing but what each read showed, in the order of the reads.
final class RememberedRows implements ArchivedRows {
  private final List<List<String>> reads = new ArrayList<>();

  /// How often it was asked.
  int asked;

  /// The store, which finds rows here.
  CrawlStore of(CrawlStore store) {
    store.archivedRows(this);
    return store;
  }

  /// A page of the store is read, and archived.
  void read(CrawlStore store, int slot, ReadFacts facts, int[] row, boolean changed) {
    reads.add(Arrays.stream(row).mapToObj(store::url).toList());
    store.read(slot, facts, row, changed, new ArchivedCopy(1, reads.size() - 1));
  }

  /// What it has of so many reads is gone.
  void lose(int first) {
    for (int read = 0; read < first; read++) {
      reads.set(read, List.of());
    }
  }

  @Override
  public @Nullable List<String> of(String url, ArchivedCopy copy) {
    asked++;
    return reads.get((int) copy.offset());
  }
}
