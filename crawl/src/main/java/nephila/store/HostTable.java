package nephila.store;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import nephila.store.record.BinaryRecord;
import nephila.store.record.HostFacts;
import nephila.store.record.UrlHash;
import org.jspecify.annotations.Nullable;

/// The hosts of a crawl by number: name, facts, and how many of their pages were read.
///
/// A host is found by 64 bits of hash of its name. Names and facts are in memory while they are few
/// and small, or lately used; of the others they are read from disk when asked for. 28 bytes a host
/// beside them. Not thread-safe.
final class HostTable {
  /// With more hosts than this, names of hosts never asked are not kept in memory.
  private static final int FEW = 100_000;

  /// Names and facts kept in memory, in bytes: with more, all are forgotten.
  private static final long CACHED_BYTES = 32 << 20;

  /// Of a host, beside its robots.txt.
  private static final int BYTES = 300;

  private final IntFunction<byte[]> onDisk;
  private final IntConsumer whenChanged;
  private @Nullable String[] origins = new String[64];
  private @Nullable HostFacts[] facts = new HostFacts[64];
  private long[] hashes = new long[64];
  private int[] reads = new int[64];

  /// Hosts of which anything is known beside their name.
  private final BitSet asked = new BitSet();

  private int[] index = new int[256];
  private int size;
  private long cachedBytes;

  /// Hosts from here on came since names were last forgotten.
  private int young;

  /// `onDisk` has the record of a host that was committed; `whenChanged` is told of a host that was
  /// added or whose facts changed.
  HostTable(IntFunction<byte[]> onDisk, IntConsumer whenChanged) {
    this.onDisk = onDisk;
    this.whenChanged = whenChanged;
    Arrays.fill(index, -1);
  }

  int size() {
    return size;
  }

  /// The number of the host, given when first asked for.
  int of(String origin) {
    long hash = UrlHash.of(origin);
    int number = find(hash);
    if (number < 0) {
      number = add(hash, origin, HostFacts.NEW);
      whenChanged.accept(number);
    }
    return number;
  }

  /// The number of the host, −1 when it is not known.
  int find(String origin) {
    return find(UrlHash.of(origin));
  }

  private int find(long hash) {
    int mask = index.length - 1;
    for (int i = (int) (hash >>> 20) & mask; ; i = (i + 1) & mask) {
      int number = index[i];
      if (number < 0 || hashes[number] == hash) {
        return number;
      }
    }
  }

  /// Takes over a host from its record; returns its number.
  int load(byte[] value) {
    BinaryRecord record = new BinaryRecord(value);
    String origin = record.takeText();
    HostFacts known = HostFacts.take(record);
    int number = add(UrlHash.of(origin), origin, known);
    if (!known.equals(HostFacts.NEW)) {
      asked.set(number);
      cachedBytes += bytes(known);
    }
    forgetSome();
    return number;
  }

  private int add(long hash, String origin, HostFacts known) {
    if (size == origins.length) {
      int length = size + size / 2;
      origins = Arrays.copyOf(origins, length);
      facts = Arrays.copyOf(facts, length);
      hashes = Arrays.copyOf(hashes, length);
      reads = Arrays.copyOf(reads, length);
    }
    origins[size] = origin;
    facts[size] = known;
    hashes[size] = hash;
    if (size + 1 > index.length / 2) {
      index = new int[index.length * 2];
      Arrays.fill(index, -1);
      for (int number = 0; number < size; number++) {
        place(number);
      }
    }
    place(size);
    return size++;
  }

  private void place(int number) {
    int mask = index.length - 1;
    int i = (int) (hashes[number] >>> 20) & mask;
    while (index[i] >= 0) {
      i = (i + 1) & mask;
    }
    index[i] = number;
  }

  String origin(int host) {
    String origin = origins[host];
    return origin != null ? origin : fromDisk(host).origin();
  }

  HostFacts facts(int host) {
    HostFacts known = asked.get(host) ? facts[host] : HostFacts.NEW;
    return known != null ? known : fromDisk(host).facts();
  }

  private record Both(String origin, HostFacts facts) {}

  private Both fromDisk(int host) {
    BinaryRecord record = new BinaryRecord(onDisk.apply(host));
    Both both = new Both(record.takeText(), HostFacts.take(record));
    origins[host] = both.origin;
    facts[host] = both.facts;
    cachedBytes += bytes(both.facts);
    return both;
  }

  private static int bytes(HostFacts facts) {
    byte[] body = facts.robots().body();
    return BYTES + (body == null ? 0 : body.length);
  }

  void facts(int host, HostFacts changed) {
    origin(host);
    HostFacts before = asked.get(host) ? facts[host] : null;
    cachedBytes += bytes(changed) - (before == null ? 0 : bytes(before));
    asked.set(host);
    facts[host] = changed;
    whenChanged.accept(host);
  }

  /// Everything is on disk: names and facts may be forgotten, those of hosts never asked first.
  void forgetSome() {
    boolean all = cachedBytes > CACHED_BYTES;
    if (all || size > FEW) {
      for (int host = all ? 0 : young; host < size; host++) {
        if (all || !asked.get(host)) {
          origins[host] = null;
          facts[host] = null;
        }
      }
      cachedBytes = all ? 0 : cachedBytes;
      young = size;
    }
  }

  int reads(int host) {
    return reads[host];
  }

  void countRead(int host) {
    reads[host]++;
  }

  byte[] record(int host) {
    BinaryRecord record = new BinaryRecord().putText(origin(host));
    facts(host).write(record);
    return record.toBytes();
  }
}
