package nephila.cluster.owner;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import nephila.store.BrokenState;
import nephila.store.Keys;
import nephila.store.StateBackend;
import nephila.store.record.StoredPage;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// The pages of one partition in the stores of Kafka Streams, each with its changelog.
///
/// | store | key | value |
/// | --- | --- | --- |
/// | `pages` | page | received in 8 bytes, the account as [StoredPage] writes it in 19, failed
/// attempts in 2 |
/// | `urls` | page | URL record |
/// | `rows` | page | record of the last read, with the row |
/// | `hosts` | 3 and a name | a note; the other keys are those of [PartitionFrontier] |
///
/// The group of a page is the hash of its site. A commit puts what changed into the stores, each
/// store's values at once: a value put together with thousands of others costs half of one put
/// alone. It may come at any time, and must when the transaction is about to end
/// ([BeforeCommitHook]); the transaction makes it last. The stores have no merges, and a look-up is
/// what makes known which pages are new, so pages are not paid blindly.
public final class KafkaBackend implements StateBackend {
  /// The first byte of the keys of notes; origins begin with a letter.
  private static final byte NOTE = 3;

  private static final int ACCOUNT_AT = 8;
  private static final int ATTEMPTS_AT = ACCOUNT_AT + StoredPage.ACCOUNT_BYTES;
  private static final int PAGE_BYTES = ATTEMPTS_AT + 2;

  private final Values pages;
  private final Values urls;
  private final Values rows;
  private final Values notes;

  /// A store and what is to be put into it.
  private static final class Values {
    private final KeyValueStore<byte[], byte[]> store;
    private final List<KeyValue<byte[], byte[]>> changed = new ArrayList<>();

    Values(KeyValueStore<byte[], byte[]> store) {
      this.store = store;
    }

    void put(byte[] key, byte[] value) {
      changed.add(new KeyValue<>(key, value));
    }

    void write() {
      if (!changed.isEmpty()) {
        store.putAll(changed);
        changed.clear();
      }
    }

    KeyValueIterator<byte[], byte[]> from(int group, long hash) {
      return store.range(Keys.of(group, hash), null);
    }
  }

  public KafkaBackend(
      KeyValueStore<byte[], byte[]> pages,
      KeyValueStore<byte[], byte[]> urls,
      KeyValueStore<byte[], byte[]> rows,
      KeyValueStore<byte[], byte[]> notes) {
    this.pages = new Values(pages);
    this.urls = new Values(urls);
    this.rows = new Values(rows);
    this.notes = new Values(notes);
  }

  /// The bytes of a page in `pages`.
  public static byte[] bytes(StoredPage page) {
    ByteBuffer to = ByteBuffer.allocate(PAGE_BYTES).putLong(0, page.received());
    page.putAccount(to, ACCOUNT_AT);
    return to.putShort(ATTEMPTS_AT, (short) page.attempts()).array();
  }

  /// The page of a message: without its key.
  public static StoredPage page(byte[] value) {
    StoredPage page = new StoredPage();
    take(0, 0, value, page);
    return page;
  }

  /// Reads a page from what [#bytes] made.
  public static void take(int group, long hash, byte[] value, StoredPage into) {
    if (value.length != PAGE_BYTES) {
      throw new BrokenState("a page of " + value.length + " bytes, it must be " + PAGE_BYTES);
    }
    ByteBuffer from = ByteBuffer.wrap(value);
    into.page(group, hash, from.getLong(0));
    into.takeAccount(from, ACCOUNT_AT);
    into.attempts(Short.toUnsignedInt(from.getShort(ATTEMPTS_AT)));
  }

  @Override
  public boolean merges() {
    return false;
  }

  @Override
  public boolean load(int group, long hash, StoredPage into) {
    byte[] value = pages.store.get(Keys.of(group, hash));
    if (value == null) {
      return false;
    }
    take(group, hash, value, into);
    return true;
  }

  @Override
  public byte @Nullable [] url(int group, long hash) {
    return urls.store.get(Keys.of(group, hash));
  }

  @Override
  public byte @Nullable [] read(int group, long hash) {
    return rows.store.get(Keys.of(group, hash));
  }

  @Override
  public byte @Nullable [] note(String name) {
    return notes.store.get(noteKey(name));
  }

  /// The key of a note in `hosts`.
  public static byte[] noteKey(String name) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(1 + text.length).put(NOTE).put(text).array();
  }

  @Override
  public void save(StoredPage page, boolean received, boolean account) {
    pages.put(Keys.of(page.group(), page.hash()), bytes(page));
  }

  @Override
  public void add(int group, long hash, long units) {
    throw new UnsupportedOperationException("Kafka's stores do not merge");
  }

  @Override
  public void saveUrl(int group, long hash, byte[] record) {
    urls.put(Keys.of(group, hash), record);
  }

  @Override
  public void offerUrl(int group, long hash, byte[] record) {
    throw new UnsupportedOperationException("Kafka's stores do not merge");
  }

  @Override
  public void saveRead(int group, long hash, byte[] record) {
    rows.put(Keys.of(group, hash), record);
  }

  @Override
  public void saveNote(String name, byte[] value) {
    notes.put(noteKey(name), value);
  }

  @Override
  public void commit() {
    pages.write();
    urls.write();
    rows.write();
    notes.write();
  }

  @Override
  public PageScan scan(int group, long hash, boolean far) {
    KeyValueIterator<byte[], byte[]> all = pages.from(group, hash);
    return new PageScan() {
      @Override
      public boolean next(StoredPage into) {
        if (!all.hasNext()) {
          return false;
        }
        KeyValue<byte[], byte[]> next = all.next();
        take(Keys.host(next.key), Keys.hash(next.key), next.value, into);
        return true;
      }

      @Override
      public void close() {
        all.close();
      }
    };
  }

  /// Every page has an account here.
  @Override
  public PageScan accounts() {
    return scan();
  }

  @Override
  public RecordScan urls(int group, long hash) {
    return records(urls.from(group, hash));
  }

  @Override
  public RecordScan reads(int group, long hash) {
    return records(rows.from(group, hash));
  }

  private static RecordScan records(KeyValueIterator<byte[], byte[]> all) {
    return new RecordScan() {
      private KeyValue<byte[], byte[]> at = new KeyValue<>(new byte[0], new byte[0]);

      @Override
      public boolean next() {
        boolean more = all.hasNext();
        if (more) {
          at = all.next();
        }
        return more;
      }

      @Override
      public int group() {
        return Keys.host(at.key);
      }

      @Override
      public long hash() {
        return Keys.hash(at.key);
      }

      @Override
      public byte[] value() {
        return at.value;
      }

      @Override
      public void close() {
        all.close();
      }
    };
  }

  /// Leaves the stores as they are: Kafka Streams closes them.
  @Override
  public void close() {}
}
