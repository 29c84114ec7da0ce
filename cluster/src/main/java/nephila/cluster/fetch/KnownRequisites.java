package nephila.cluster.fetch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.archive.Replayed;
import nephila.archive.warc.Notes;
import nephila.crawl.PageReader;
import nephila.links.Requisite;
import nephila.process.ExchangeRules;
import nephila.process.Statuses;
import nephila.store.record.BinaryRecord;
import nephila.store.record.UrlHash;
import nephila.store.rocks.KeyValueStore;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Which requisites a worker has archived, by the hash of their URL, and what these are shown with
/// in turn: in the folder `requisites` of its dir. What is archived is written here when the
/// archive is forced to the disk; what a kill left between the two is learned from the archive at
/// the next start. Thread-safe.
public final class KnownRequisites implements AutoCloseable {
  private static final String FOLDER = "requisites";

  private final KeyValueStore store;
  private final PageReader reader;

  /// Those archived since the archive was forced to the disk last.
  private Map<Long, byte[]> fresh = new HashMap<>();

  /// Those archived before the archive began to be forced to the disk.
  private Map<Long, byte[]> syncing = new HashMap<>();

  private long fetched;
  private long elsewhere;
  private long leftOut;

  private KnownRequisites(KeyValueStore store, PageReader reader) {
    this.store = store;
    this.reader = reader;
  }

  /// @param reader reads those that the archive has and this has not
  public static KnownRequisites open(Path workerDir, PageReader reader) throws IOException {
    return new KnownRequisites(KeyValueStore.open(workerDir.resolve(FOLDER)), reader);
  }

  /// The exchange is in the archive, and was before this process began.
  public void archived(Replayed one) {
    String kind = one.notes().more().get(Notes.REQUISITE);
    if (kind != null && !ExchangeRules.mayPass(one.exchange())) {
      CanonicalUrl url = CanonicalUrl.ofCanonical(one.exchange().url());
      Requisite.Kind as = Requisite.Kind.valueOf(kind);
      List<Requisite> found = reader.requisite(url, as, one.exchange()).requisites();
      settled(UrlHash.of(url.text()), Statuses.of(one.exchange()), found);
      fetched--; // by the process before
    }
  }

  /// What a requisite that is archived is shown with in turn; null for one that is not archived.
  synchronized @Nullable List<Requisite> archived(long hash) {
    byte[] value = fresh.get(hash);
    value = value == null ? syncing.get(hash) : value;
    value = value == null ? store.get(key(hash)) : value;
    if (value.length == 0) {
      return null;
    }
    BinaryRecord record = new BinaryRecord(value);
    record.takeFixed(2); // the status
    List<Requisite> found = new ArrayList<>();
    for (long left = record.takeNumber(); left > 0; left--) {
      Requisite.Kind kind = Requisite.Kind.values()[record.take()];
      found.add(new Requisite(CanonicalUrl.ofCanonical(record.takeText()), kind));
    }
    return found;
  }

  /// The requisite was asked for, and is in the archive.
  synchronized void settled(long hash, int status, List<Requisite> found) {
    BinaryRecord record = new BinaryRecord().putFixed(status, 2).putNumber(found.size());
    for (Requisite each : found) {
      record.put(each.kind().ordinal()).putText(each.url().text());
    }
    fresh.put(hash, record.toBytes());
    fetched++;
  }

  synchronized void elsewhere(int count) {
    elsewhere += count;
  }

  synchronized void leftOut(int count) {
    leftOut += count;
  }

  /// The archive is forced to the disk from now on.
  public synchronized void syncBegins() {
    syncing.putAll(fresh);
    fresh = new HashMap<>();
  }

  /// It was.
  public synchronized void synced() {
    syncing.forEach((hash, value) -> store.put(key(hash), value));
    store.commit();
    syncing = new HashMap<>();
  }

  private static byte[] key(long hash) {
    return ByteBuffer.allocate(Long.BYTES).putLong(hash).array();
  }

  /// What this process did with requisites, in words; empty where there were none.
  public synchronized String told() {
    if (fetched + elsewhere + leftOut == 0) {
      return "";
    }
    StringBuilder words = new StringBuilder();
    words.append(String.format("%,d requisites fetched", fetched));
    if (elsewhere > 0) {
      words.append(
          String.format(
              ", %,d times one left out that lies on another host than its page (a crawl on one"
                  + " machine fetches these)",
              elsewhere));
    }
    if (leftOut > 0) {
      words.append(String.format(", %,d times one by the limits of a page", leftOut));
    }
    return words.append('.').toString();
  }

  @Override
  public synchronized void close() {
    store.close();
  }
}
