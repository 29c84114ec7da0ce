package nephila.store;

import java.util.HashSet;
import java.util.Set;
import nephila.store.record.AwaitedRequisite;
import nephila.store.record.BinaryRecord;
import nephila.store.record.UrlHash;
import nephila.store.rocks.RocksBackend;
import org.jspecify.annotations.Nullable;

/// The requisites of a crawl as its state keeps them: which are known, which of them are awaited,
/// and how much was fetched for the pages that still await some. Known by the hash of their URL
/// ([UrlHash]). What changes is written with the next commit of the store.
///
/// Memory does not grow with the number known: asking for one costs a look-up on disk, unless it
/// was asked for lately. Owned by the thread that owns the store.
public final class RequisiteTable {
  /// Status of one that is awaited.
  public static final int AWAITED = 0;

  /// Status of one that was read as a page, or is about to be.
  public static final int AS_PAGE = 1;

  /// Status of one that is not known.
  public static final int UNKNOWN = Short.MIN_VALUE;

  private static final int LATELY = 1 << 14;
  private static final byte[] NONE = {};

  private final RocksBackend backend;
  private final Set<Long> uncommitted = new HashSet<>();
  private final long[] lately = new long[LATELY];

  RequisiteTable(RocksBackend backend) {
    this.backend = backend;
  }

  /// What was fetched for a page so far.
  ///
  /// @param count of requisites, those awaited included
  /// @param bytes of their answers
  public record Spent(int count, long bytes) {}

  /// Whether the requisite is known.
  public boolean isKnown(long hash) {
    int place = place(hash);
    if (lately[place] == hash && hash != 0) {
      return true;
    }
    boolean known = uncommitted.contains(hash) || backend.requisite(hash) != null;
    if (known) {
      lately[place] = hash;
    }
    return known;
  }

  /// The requisite is known and awaited from now on.
  public void await(AwaitedRequisite requisite) {
    note(requisite.hash(), AWAITED);
    backend.saveAwaited(key(0, requisite.hash()), requisite.toBytes());
  }

  /// The requisite is known and awaited no more.
  ///
  /// @param status as [nephila.store.record.ReadFacts] has it, or [#AS_PAGE]
  public void settle(long hash, int status) {
    note(hash, status);
    backend.saveAwaited(key(0, hash), NONE);
  }

  /// The requisite, which was awaited, is not known any more: it was not fetched.
  public void forget(long hash) {
    uncommitted.remove(hash);
    lately[place(hash)] = 0;
    backend.forgetRequisite(hash);
    backend.saveAwaited(key(0, hash), NONE);
  }

  private static int place(long hash) {
    return (int) (hash ^ hash >>> 32) & (LATELY - 1);
  }

  private void note(long hash, int status) {
    uncommitted.add(hash);
    backend.saveRequisite(hash, new BinaryRecord().putFixed(status, 2).toBytes());
  }

  /// So much was fetched for the page; null when it awaits nothing any more.
  public void spent(long page, @Nullable Spent spent) {
    byte[] value =
        spent == null
            ? NONE
            : new BinaryRecord().putNumber(spent.count()).putNumber(spent.bytes()).toBytes();
    backend.saveAwaited(key(1, page), value);
  }

  private static byte[] key(int kind, long hash) {
    return new BinaryRecord().put(kind).putFixed(hash, 8).toBytes();
  }

  /// Is shown what is awaited as of the last commit.
  public interface Awaited {
    void requisite(AwaitedRequisite requisite);

    void spent(long page, Spent spent);
  }

  public void showAwaited(Awaited to) {
    backend.awaited(
        (key, value) -> {
          if (value.length == 0) {
            return;
          }
          BinaryRecord name = new BinaryRecord(key);
          if (name.take() == 0) {
            to.requisite(AwaitedRequisite.of(value));
          } else {
            BinaryRecord spent = new BinaryRecord(value);
            long page = name.takeFixed(8);
            to.spent(page, new Spent((int) spent.takeNumber(), spent.takeNumber()));
          }
        });
  }

  /// How many are awaited as of the last commit.
  public long countAwaited() {
    long[] count = {0};
    backend.awaited((key, value) -> count[0] += key[0] == 0 ? 1 : 0);
    return count[0];
  }

  /// Is shown every known requisite.
  public interface Known {
    void sees(long hash, int status);
  }

  /// Shows every requisite known as of the last commit.
  public void everyKnown(Known to) {
    backend.requisites(
        (key, value) ->
            to.sees(
                new BinaryRecord(key).takeFixed(8), (short) new BinaryRecord(value).takeFixed(2)));
  }

  /// The status of a requisite as of the last commit; [#UNKNOWN] when it is not known.
  public int status(long hash) {
    byte[] value = backend.requisite(hash);
    return value == null ? UNKNOWN : (short) new BinaryRecord(value).takeFixed(2);
  }

  void committed() {
    uncommitted.clear();
  }
}
