package nephila.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import nephila.UserError;
import nephila.archive.cdx.FlatJson;
import nephila.archive.warc.ArchivedPlace;
import nephila.archive.warc.EarlierRead;
import nephila.archive.warc.Text;
import nephila.fetch.Exchange;
import nephila.fetch.Truncation;
import nephila.store.rocks.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// Which content archives have, by its SHA-1: that of this crawl, and of the earlier ones it was
/// told of. In the folder `dedup` of the crawl dir, on disk: memory holds a cache of 64 MiB,
/// however many there are; filters (ten bits a digest) are read in parts through it. A look-up of
/// content that is not known reads a part of a filter or finds it in memory; of known content, a
/// block more.
///
/// What is archived is known after the commit that forced it to the disk, so nothing here refers to
/// a record that a crash may take away; before that it is known to this process alone.
///
/// Any thread may look; the thread of the crawl loop writes.
final class DigestIndex implements AutoCloseable {
  /// A shorter payload is not worth a reference.
  private static final int LEAST_BYTES = 100;

  private static final int SHA1_BYTES = 20;
  private static final String OWN = "own";
  private static final String FOLDER = "dedup";
  private static final int LINES = 20_000;

  /// What a source has beyond so many lines is taken in at once, not commit by commit.
  private static final int BULK_LINES = 500_000;

  private static final DateTimeFormatter DIGITS = DateTimeFormatter.ofPattern("yyyyMMddHHmmss");

  private final KeyValueStore store;
  private final Map<ByteBuffer, EarlierRead> uncommitted = new ConcurrentHashMap<>();
  private long saved;
  private long savedBytes;

  private DigestIndex(KeyValueStore store) {
    this.store = store;
  }

  /// Opens the index of a crawl dir and takes in the sources that it does not have yet: crawl dirs,
  /// WACZ files, CDXJ indexes.
  ///
  /// @throws UserError when one is none of these
  static DigestIndex open(Path dir, List<String> sources) throws IOException {
    DigestIndex index = new DigestIndex(KeyValueStore.openLarge(dir.resolve(FOLDER)));
    try {
      List<String> paths = sources.stream().filter(source -> !source.equals(OWN)).toList();
      for (String source : paths) {
        index.take(Path.of(source));
      }
      Files.write(dir.resolve(FOLDER).resolve("sources.txt"), paths);
      return index;
    } catch (IOException | RuntimeException e) {
      index.close();
      throw e;
    }
  }

  private void take(Path source) throws IOException {
    List<Path> files = files(source);
    for (Path file : files) {
      byte[] mark = key((byte) 1, file.toString().getBytes(UTF_8));
      byte[] state =
          (Files.size(file) + " " + Files.getLastModifiedTime(file).toMillis()).getBytes(UTF_8);
      if (Arrays.equals(store.get(mark), state)) {
        continue;
      }
      read(file);
      store.bulkEnds();
      store.put(mark, state);
      store.commit();
    }
  }

  private static List<Path> files(Path source) throws IOException {
    if (Files.isRegularFile(source)) {
      return List.of(source);
    }
    Path indexes = source.resolve("indexes");
    if (!Files.isDirectory(indexes)) {
      throw new UserError(
          "dedup "
              + source
              + ": neither a crawl dir with indexes/, a .wacz nor a .cdxj; name one, or own");
    }
    try (Stream<Path> listed = Files.list(indexes)) {
      return listed.filter(file -> file.toString().endsWith(".cdxj")).sorted().toList();
    }
  }

  private void read(Path file) throws IOException {
    String name = file.toString();
    if (name.endsWith(".wacz") || name.endsWith(".zip")) {
      try (ZipFile zip = new ZipFile(file.toFile())) {
        List<ZipEntry> entries = new ArrayList<>();
        zip.stream()
            .filter(entry -> entry.getName().matches("indexes/.*\\.(cdxj?|cdxj?\\.gz)"))
            .forEach(entries::add);
        for (ZipEntry entry : entries) {
          try (InputStream in = zip.getInputStream(entry)) {
            lines(entry.getName().endsWith(".gz") ? new GZIPInputStream(in) : in);
          }
        }
      }
      return;
    }
    try (InputStream in = Files.newInputStream(file)) {
      lines(name.endsWith(".gz") ? new GZIPInputStream(in) : in);
    }
  }

  private void lines(InputStream in) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8));
    long count = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      line(line);
      if (++count % LINES == 0) {
        store.commit();
      }
      if (count == BULK_LINES) {
        store.bulk();
      }
    }
    store.commit();
  }

  /// A line of a CDXJ index; one that has no content of its own, or no SHA-1, is passed over.
  private void line(String line) {
    int time = line.indexOf(' ');
    int json = line.indexOf(' ', time + 1);
    if (time < 0 || json < 0) {
      return;
    }
    Map<String, String> fields = FlatJson.read(line.substring(json + 1));
    if (fields == null
        || !"200".equals(fields.get("status"))
        || "warc/revisit".equals(fields.get("mime"))) {
      return;
    }
    String url = fields.getOrDefault("url", "");
    String digest = fields.getOrDefault("digest", "");
    byte[] sha1 = Text.sha1(digest.startsWith("sha1:") ? digest : "sha1:" + digest);
    Instant date = date(line.substring(time + 1, json));
    if (sha1.length == SHA1_BYTES && date != null && url.startsWith("http")) {
      put(sha1, url, date);
    }
  }

  private static @Nullable Instant date(String digits) {
    try {
      return digits.length() < 14
          ? null
          : LocalDateTime.parse(digits.substring(0, 14), DIGITS).toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private void put(byte[] sha1, String url, Instant date) {
    byte[] address = url.getBytes(UTF_8);
    store.put(
        key((byte) 0, sha1),
        ByteBuffer.allocate(Long.BYTES + address.length)
            .putLong(date.toEpochMilli())
            .put(address)
            .array());
  }

  private static byte[] key(byte kind, byte[] rest) {
    return ByteBuffer.allocate(1 + rest.length).put(kind).put(rest).array();
  }

  /// The read that has the content of this answer; null when none is known, or the answer has none
  /// that is worth a reference.
  ///
  /// @param own the last read of the same address, null when there is none
  @Nullable EarlierRead same(Exchange exchange, @Nullable EarlierRead own) {
    if (exchange.status() == 304) {
      return own == null ? null : find(own.sha1());
    }
    boolean worth =
        exchange.answered()
            && exchange.status() == 200
            && exchange.truncation() == Truncation.NONE
            && exchange.payload().length() >= LEAST_BYTES;
    return worth ? find(exchange.payloadSha1()) : null;
  }

  @Nullable EarlierRead find(byte[] sha1) {
    EarlierRead here = uncommitted.get(ByteBuffer.wrap(sha1));
    if (here != null) {
      return here;
    }
    byte[] value = store.get(key((byte) 0, sha1));
    if (value.length <= Long.BYTES) {
      return null;
    }
    ByteBuffer read = ByteBuffer.wrap(value);
    Instant date = Instant.ofEpochMilli(read.getLong());
    return new EarlierRead(
        new String(value, Long.BYTES, value.length - Long.BYTES, UTF_8), date, sha1);
  }

  /// The exchange was archived as that.
  void archived(Exchange exchange, ArchivedPlace kept) {
    byte[] sha1 = kept.payloadSha1();
    if (kept.kind() == ArchivedPlace.Kind.IDENTICAL) {
      saved++;
      savedBytes += exchange.payload().length();
    } else if (kept.kind() == ArchivedPlace.Kind.RESPONSE
        && sha1 != null
        && exchange.status() == 200
        && exchange.truncation() == Truncation.NONE
        && exchange.payload().length() >= LEAST_BYTES) {
      uncommitted.putIfAbsent(
          ByteBuffer.wrap(sha1), new EarlierRead(exchange.url(), exchange.started(), sha1));
    }
  }

  /// The exchange is in the archive, and was before this process began.
  void replayed(Exchange exchange, ArchivedPlace kept) {
    archived(exchange, kept);
    if (uncommitted.size() >= LINES) {
      commit();
    }
  }

  /// What was archived so far is on the disk.
  void commit() {
    uncommitted.forEach((sha1, read) -> put(read.sha1(), read.url(), read.date()));
    store.commit();
    uncommitted.clear();
  }

  /// Answers of this run whose content was not archived again.
  long saved() {
    return saved;
  }

  /// Bytes of their content.
  long savedBytes() {
    return savedBytes;
  }

  @Override
  public void close() {
    store.close();
  }
}
