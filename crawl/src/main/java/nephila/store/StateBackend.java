package nephila.store;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import nephila.store.record.StoredPage;
import org.jspecify.annotations.Nullable;

/// Where the pages of a crawl, or of one partition of it, are kept. Used when a page is loaded,
/// evicted or committed, never in a payment.
///
/// A page is known by its group and by a hash of its URL: the pages of a group lie together. On one
/// machine the group is the number of the page's host, on a cluster the hash of its site. Of a page
/// are kept what it received, its account once it has one ([StoredPage]), its URL record, and the
/// record of its last read. Records are bytes to a backend. Beside the pages it keeps notes: a few
/// values by name.
///
/// Hosts are not part of it: on one machine they are numbered, on a cluster a host is known by its
/// name and moves with its partition, so each shell keeps its own.
///
/// - B1 what was given since the last [#commit] is seen by none of the reading methods; all of it
///   is seen after the commit, and none of it where a process dies before.
/// - B2 keys are ordered as their bytes are, without signs: group first, then hash.
///
/// Not thread-safe; the thread that owns the pages owns their backend.
public interface StateBackend extends AutoCloseable {
  /// Whether [#add] and [#offerUrl] work: whether a page can be paid, and made known, without a
  /// look at what is kept of it. Where they do not, a page is loaded when it is paid.
  boolean merges();

  /// Reads what is kept of a page; false, and nothing is changed, when the page is not known.
  boolean load(int group, long hash, StoredPage into);

  /// The page's URL record, null when there is none.
  byte @Nullable [] url(int group, long hash);

  /// The record of the page's last read, null before the first.
  byte @Nullable [] read(int group, long hash);

  /// A note, null when there is none.
  byte @Nullable [] note(String name);

  /// A note of text.
  default Optional<String> text(String name) {
    return Optional.ofNullable(note(name)).map(value -> new String(value, StandardCharsets.UTF_8));
  }

  /// Keeps the page. `received` and `account` say which part of it changed since it was kept last;
  /// the other part must be as it was. A page is known once what it received was kept.
  void save(StoredPage page, boolean received, boolean account);

  /// The page received so much more; it is known from now on. Only where [#merges].
  void add(int group, long hash, long units);

  /// Keeps a URL record in place of the one before.
  void saveUrl(int group, long hash, byte[] record);

  /// Keeps a URL record if it is larger, in the order of bytes, than the one before. Only where
  /// [#merges].
  void offerUrl(int group, long hash, byte[] record);

  /// Keeps the record of the page's last read in place of the one before.
  void saveRead(int group, long hash, byte[] record);

  void saveNote(String name, byte[] value);

  default void saveText(String name, String value) {
    saveNote(name, value.getBytes(StandardCharsets.UTF_8));
  }

  /// Makes everything that was given since the last commit last, all or nothing.
  void commit();

  /// A walk over the known pages in the order of their keys from this one on, as of the last
  /// commit. `far` says that many will be read.
  PageScan scan(int group, long hash, boolean far);

  /// A walk over all known pages.
  default PageScan scan() {
    return scan(0, 0, true);
  }

  /// A walk over the known pages that have an account, shorter than [#scan] where most were not
  /// read yet. What they received may be left out.
  PageScan accounts();

  /// A walk over URL records, like [#scan].
  RecordScan urls(int group, long hash);

  /// A walk over the records of last reads, like [#scan].
  RecordScan reads(int group, long hash);

  @Override
  void close();

  /// A walk over pages. To be closed before the backend is.
  interface PageScan extends AutoCloseable {
    /// Reads the next page; false, and nothing is changed, when there is none.
    boolean next(StoredPage into);

    @Override
    void close();
  }

  /// A walk over records. To be closed before the backend is.
  interface RecordScan extends AutoCloseable {
    /// Goes to the next record; false when there is none.
    boolean next();

    int group();

    long hash();

    byte[] value();

    @Override
    void close();
  }
}
