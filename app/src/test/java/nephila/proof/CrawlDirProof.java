package nephila.proof;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.UInt64AddOperator;

/// Reads a crawl dir without a line of the code that wrote it, from the formats as they are
/// documented, and proves what docs/guarantees.md promises of it. Uses the JDK and RocksDB's
/// library, nothing of Nephila: a mistake in a format's writer cannot hide in its reader.
///
/// Main program: `CrawlDirProof DIR [ASKED]` prints what is wrong, a line each, and ends with 1 if
/// anything is. ASKED is a file of URLs, those that servers were asked for, a line each.
///
/// - archive (G3): whole gzip members, each a WARC record of the length it says, with the digest of
///   its block; the index points to the start of a record of the same URL, each record once; the
///   log has a line an exchange.
/// - state (G1, G2, G5): the keys of pages are the hashes of their URLs; every page has a host;
///   what pages of an exact crawl without weights received is what rows paid; every page read is in
///   the archive, and every page archived before the commit is read.
public final class CrawlDirProof {
  private static final int MANY = 20;
  private static final int RECORDS_AT_MOST = 1 << 26;
  private static final double DAMPING = 0.85;

  private final Path dir;
  private final List<String> faults = new ArrayList<>();

  /// URLs of pages in the archive before the commit.
  private final Set<String> archived = new HashSet<>();

  /// Of those, pages that came whole with status 200: nothing is left to ask for.
  private final Set<String> archivedWell = new HashSet<>();

  private final Map<String, String> indexable = new HashMap<>();
  private final Set<String> indexableBehind = new HashSet<>();
  private final Set<String> read = new HashSet<>();

  /// Of those read, pages whose last read had an answer.
  private final Set<String> answered = new HashSet<>();

  private final Map<String, String> notes = new TreeMap<>();
  private int exchanges;
  private int exchangesBehind;

  private CrawlDirProof(Path dir) {
    this.dir = dir;
  }

  public static void main(String[] args) throws Exception {
    List<String> faults = of(Path.of(args[0]));
    faults.forEach(System.out::println);
    System.exit(faults.isEmpty() ? 0 : 1);
  }

  /// What is wrong with a crawl dir, in words; empty when everything holds.
  public static List<String> of(Path dir) throws IOException {
    CrawlDirProof proof = new CrawlDirProof(dir);
    try {
      proof.state();
      if (Files.isDirectory(dir.resolve("archive"))) {
        proof.archive();
        proof.indexAndLog();
        proof.readIsArchived();
      }
    } catch (RocksDBException e) {
      proof.fault("state: %s", e.getMessage());
    }
    return proof.faults;
  }

  private void fault(String format, Object... values) {
    if (faults.size() < MANY) {
      faults.add(String.format(format, values));
    }
  }

  // ---------------------------------------------------------------- state

  /// A page as its records say.
  private static final class Page {
    long received;
    long paid;
    boolean isRead;
    boolean isAnswered;
    boolean isGone;
    String url = "";
    long[] row = {};
    int[] rowHosts = {};
  }

  private record Key(int host, long hash) {}

  private void state() throws RocksDBException, IOException {
    List<String> names = List.of("default", "hosts", "urls", "cash", "pages", "reads");
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    UInt64AddOperator adding = new UInt64AddOperator();
    for (String name : names) {
      ColumnFamilyOptions options = new ColumnFamilyOptions();
      if (name.equals("cash")) {
        options.setMergeOperator(adding);
      } else if (name.equals("urls")) {
        options.setMergeOperatorName("max");
      }
      families.add(new ColumnFamilyDescriptor(name.getBytes(UTF_8), options));
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    String folder = dir.resolve("state").toString();
    try (DBOptions options = new DBOptions();
        RocksDB db = RocksDB.openReadOnly(options, folder, families, handles)) {
      committed(db.getLatestSequenceNumber());
      db.verifyChecksum();
      walk(
          db,
          handles.get(0),
          (key, value) -> notes.put(new String(key, UTF_8), new String(value, UTF_8)));
      Map<Integer, String> hosts = new HashMap<>();
      walk(
          db,
          handles.get(1),
          (key, value) -> {
            ByteBuffer in = ByteBuffer.wrap(value);
            hosts.put(ByteBuffer.wrap(key).getInt(), text(in));
          });
      Map<Key, Page> pages = pages(db, handles, hosts);
      for (ColumnFamilyHandle handle : handles) {
        handle.close();
      }
      prove(pages);
    }
  }

  /// The mark beside the database says how much must be in it.
  private void committed(long sequence) throws IOException {
    Path mark = dir.resolve("state").resolve("COMMITTED");
    if (!Files.exists(mark)) {
      return;
    }
    long wanted = -1;
    for (String line : Files.readAllLines(mark, ISO_8859_1)) {
      String[] words = line.strip().split(" ");
      if (words.length == 7 && words[0].equals("committed")) {
        wanted = Math.max(wanted, Long.parseLong(words[1]));
      }
    }
    if (sequence < wanted) {
      fault("state: change %d is the last, %d were committed", sequence, wanted);
    }
  }

  private static void walk(RocksDB db, ColumnFamilyHandle family, BiConsumer<byte[], byte[]> to)
      throws RocksDBException {
    try (RocksIterator each = db.newIterator(family)) {
      for (each.seekToFirst(); each.isValid(); each.next()) {
        to.accept(each.key(), each.value());
      }
      each.status();
    }
  }

  private static Key key(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return new Key(in.getInt(), in.getLong());
  }

  private Map<Key, Page> pages(
      RocksDB db, List<ColumnFamilyHandle> handles, Map<Integer, String> hosts)
      throws RocksDBException {
    Map<Key, Page> pages = new HashMap<>();
    walk(
        db,
        handles.get(3),
        (key, value) -> {
          Page page = new Page();
          page.received = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
          pages.put(key(key), page);
        });
    walk(
        db,
        handles.get(4),
        (key, value) -> {
          Page page = pages.get(key(key));
          if (page == null || value.length != 19) {
            fault("state: an account of %d bytes of no page", value.length);
            return;
          }
          page.paid = ByteBuffer.wrap(value).getLong();
          page.isRead = (value[18] & 1) != 0;
          page.isAnswered = ByteBuffer.wrap(value).getShort(8) > 0; // else it was given up
        });
    walk(
        db,
        handles.get(2),
        (key, value) -> {
          Key of = key(key);
          Page page = pages.get(of);
          String origin = hosts.get(of.host);
          int head = value.length > 4 && value[4] == 1 ? 17 : 5;
          if (page == null || origin == null || value.length < head) {
            fault("state: a URL of no page, or a page of host %d, which is not known", of.host);
            return;
          }
          page.url = origin + new String(value, head, value.length - head, UTF_8);
          if (hash(page.url.getBytes(UTF_8)) != of.hash) {
            fault("P1 %s is kept under another page's key", page.url);
          }
        });
    walk(
        db,
        handles.get(5),
        (key, value) -> {
          Page page = pages.get(key(key));
          if (page == null) {
            fault("state: a read of no page");
          } else {
            row(page, key(key).host, value);
          }
        });
    return pages;
  }

  private static void row(Page page, int host, byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    number(in); // when
    in.getShort(); // status
    text(in); // media type
    number(in); // length
    text(in); // digest
    in.getLong(); // fingerprint
    text(in); // ETag
    text(in); // Last-Modified
    in.get(); // reason
    number(in); // worth
    number(in); // place
    number(in); // changed
    int own = (int) number(in);
    long[] row = new long[own];
    int[] hosts = new int[own];
    for (int i = 0; i < own; i++) {
      row[i] = in.getLong();
      hosts[i] = host;
    }
    int others = (int) number(in);
    row = java.util.Arrays.copyOf(row, own + others);
    hosts = java.util.Arrays.copyOf(hosts, own + others);
    for (int i = own; i < row.length; i++) {
      hosts[i] = (int) number(in);
      row[i] = in.getLong();
    }
    page.row = row;
    page.rowHosts = hosts;
  }

  private void prove(Map<Key, Page> pages) {
    for (Map.Entry<Key, Page> each : pages.entrySet()) {
      Page page = each.getValue();
      if (page.url.isEmpty()) {
        fault("state: page %x of host %d has no URL", each.getKey().hash, each.getKey().host);
      }
      if (page.isRead) {
        read.add(page.url);
        if (page.isAnswered) {
          answered.add(page.url);
        }
      }
    }
    boolean plain =
        !notes.containsKey("importance")
            && !notes.containsKey("internal")
            && !notes.containsKey("dynamic")
            && !notes.containsKey("preference")
            && Double.parseDouble(notes.getOrDefault("damping", "0")) == DAMPING;
    if (plain) {
      books(pages);
    }
  }

  /// Every unit that a page received was paid along a row.
  private void books(Map<Key, Page> pages) {
    Map<Key, Long> paid = new HashMap<>();
    for (Page page : pages.values()) {
      int links = page.row.length;
      long share = links == 0 ? 0 : (long) (page.paid * (DAMPING / links));
      for (int i = 0; i < links; i++) {
        Key target = new Key(page.rowHosts[i], page.row[i]);
        if (!pages.containsKey(target)) {
          fault("S2 %s points to page %x, which is not known", page.url, target.hash);
        }
        paid.merge(target, share, Long::sum);
      }
    }
    pages.forEach(
        (key, page) -> {
          long units = paid.getOrDefault(key, 0L);
          if (page.received != units) {
            fault("L1 %s received %d units, rows paid it %d", page.url, page.received, units);
          }
        });
  }

  /// A number in base 128, low part first.
  private static long number(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = in.get();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalStateException("a number of more than 64 bits");
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[(int) number(in)];
    in.get(bytes);
    return new String(bytes, UTF_8);
  }

  /// The hash of a URL, as the decision record of the state's format has it.
  private static long hash(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long h = 0x9E3779B97F4A7C15L ^ bytes.length * 0xD6E8FEB86659FD93L;
    while (in.remaining() >= 8) {
      h = fold(h ^ in.getLong(), 0xA0761D6478BD642FL);
    }
    long rest = 0;
    while (in.hasRemaining()) {
      rest = rest << 8 | in.get() & 0xFF;
    }
    return fold(fold(h ^ rest, 0xD6E8FEB86659FD93L) ^ 0x9E3779B97F4A7C15L, 0xA0761D6478BD642FL);
  }

  private static long fold(long a, long b) {
    return a * b ^ Math.unsignedMultiplyHigh(a, b) ^ a;
  }

  // ---------------------------------------------------------------- archive

  private void archive() throws IOException {
    long[] position = position();
    List<Path> files;
    try (Stream<Path> all = Files.list(dir.resolve("archive"))) {
      files = all.filter(file -> file.toString().endsWith(".warc.gz")).sorted().toList();
    }
    for (Path file : files) {
      int serial = Integer.parseInt(file.getFileName().toString().split("-")[2]);
      archive(file, serial, position);
    }
  }

  /// Serial and offset up to which the state has entered the archive.
  private long[] position() {
    String text = notes.getOrDefault("archive", "");
    String[] parts = text.isEmpty() ? new String[] {"0", "0"} : text.split(":");
    return new long[] {Long.parseLong(parts[0]), Long.parseLong(parts[1])};
  }

  private void archive(Path file, int serial, long[] position) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    String name = file.getFileName().toString();
    if (serial == position[0] && bytes.length < position[1]) {
      fault("A1 %s has %d bytes, %d were committed", name, bytes.length, position[1]);
    }
    int at = 0;
    String kind = "";
    String pending = "";
    boolean well = false;
    while (at < bytes.length) {
      boolean behind = serial > position[0] || (serial == position[0] && at >= position[1]);
      byte[] record;
      int end;
      try {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        end = member(bytes, at, out);
        record = out.toByteArray();
      } catch (DataFormatException | IndexOutOfBoundsException e) {
        if (!behind) {
          fault("A1 %s: no whole gzip member at byte %d", name, at);
        }
        return; // torn by a kill: the next start cuts it
      }
      Map<String, String> head = new HashMap<>();
      int body = head(record, head);
      long length = Long.parseLong(head.getOrDefault("content-length", "-1"));
      if (body < 0 || record.length != body + length + 4) {
        fault("A1 %s: the record at byte %d is not as long as it says", name, at);
        return;
      }
      digest(name, at, head.getOrDefault("warc-block-digest", ""), record, body, (int) length);
      String type = head.getOrDefault("warc-type", "");
      String url = head.getOrDefault("warc-target-uri", "");
      if (type.equals("response") || type.equals("revisit")) {
        if (behind) {
          indexableBehind.add(name + " " + at);
        } else {
          indexable.put(name + " " + at, url);
        }
        kind = type;
        pending = url;
        well =
            new String(record, body, Math.min(12, record.length - body), ISO_8859_1).endsWith("200")
                && !head.containsKey("warc-truncated");
      } else if (type.equals("metadata")) {
        boolean failure = kind.isEmpty() || !pending.equals(url);
        exchange(record, body, url, behind, failure, well);
        kind = "";
      }
      at = end;
    }
  }

  private void exchange(
      byte[] record, int body, String url, boolean behind, boolean failure, boolean well) {
    exchanges += behind ? 0 : 1;
    exchangesBehind += behind ? 1 : 0;
    String text = new String(record, body, record.length - body, UTF_8);
    boolean page = !text.contains("nephila-errand: ") || text.contains("nephila-errand: PAGE");
    if (!failure && page && !behind) {
      archived.add(url);
      if (well) {
        archivedWell.add(url);
      }
    }
  }

  private static int head(byte[] record, Map<String, String> into) {
    for (int i = 0; i + 3 < record.length; i++) {
      if (record[i] == '\r' && record[i + 1] == '\n' && record[i + 2] == '\r') {
        String[] lines = new String(record, 0, i, UTF_8).split("\r\n");
        if (!lines[0].startsWith("WARC/1.")) {
          return -1;
        }
        for (int k = 1; k < lines.length; k++) {
          int colon = lines[k].indexOf(':');
          into.put(
              lines[k].substring(0, colon).toLowerCase(java.util.Locale.ROOT),
              lines[k].substring(colon + 1).strip());
        }
        return i + 4;
      }
    }
    return -1;
  }

  private void digest(String name, int at, String told, byte[] record, int body, int length) {
    if (!told.startsWith("sha1:")) {
      return;
    }
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      sha1.update(record, body, length);
      if (!told.substring(5).equals(base32(sha1.digest()))) {
        fault("A1 %s: the block of the record at byte %d has another digest", name, at);
      }
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base32(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    int bits = 0;
    int have = 0;
    for (byte each : bytes) {
      bits = bits << 8 | each & 0xFF;
      for (have += 8; have >= 5; have -= 5) {
        text.append("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".charAt(bits >> have - 5 & 31));
      }
    }
    return text.toString();
  }

  /// Unpacks the gzip member at `at`; returns where it ends.
  private static int member(byte[] bytes, int at, ByteArrayOutputStream out)
      throws DataFormatException {
    if (bytes[at] != 0x1f || bytes[at + 1] != (byte) 0x8b || bytes[at + 2] != 8) {
      throw new DataFormatException("no gzip member");
    }
    int flags = bytes[at + 3];
    int start = at + 10;
    if ((flags & 4) != 0) {
      start += 2 + (bytes[start] & 0xFF | (bytes[start + 1] & 0xFF) << 8);
    }
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(bytes, start, bytes.length - start);
      byte[] buffer = new byte[1 << 16];
      while (!inflater.finished()) {
        int got = inflater.inflate(buffer);
        if (got == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
          throw new DataFormatException("cut off");
        }
        out.write(buffer, 0, got);
        if (out.size() > RECORDS_AT_MOST) {
          throw new DataFormatException("too long");
        }
      }
      int end = start + (int) inflater.getBytesRead();
      ByteBuffer tail = ByteBuffer.wrap(bytes, end, 8).order(ByteOrder.LITTLE_ENDIAN);
      java.util.zip.CRC32 crc = new java.util.zip.CRC32();
      crc.update(out.toByteArray());
      if (tail.getInt() != (int) crc.getValue() || tail.getInt() != out.size()) {
        throw new DataFormatException("another checksum");
      }
      return end + 8;
    } finally {
      inflater.end();
    }
  }

  private void indexAndLog() throws IOException {
    Map<String, String> wanted = new HashMap<>(indexable);
    Path folder = dir.resolve("indexes");
    Path sorted = folder.resolve("index.cdxj");
    long base = Files.exists(sorted) ? Files.size(sorted) : 0;
    for (Path file : List.of(sorted, folder.resolve("recent-" + base + ".cdxj"))) {
      if (Files.exists(file)) {
        try (Stream<String> lines = Files.lines(file, ISO_8859_1)) {
          lines.filter(line -> line.endsWith("}")).forEach(line -> indexLine(line, wanted));
        }
      }
    }
    wanted.keySet().forEach(place -> fault("A2 the record at %s is not in the index", place));
    Path log = dir.resolve("crawl.log");
    long lines = 0;
    if (Files.exists(log)) {
      byte[] bytes = Files.readAllBytes(log);
      for (byte each : bytes) {
        lines += each == '\n' ? 1 : 0;
      }
    }
    if (lines < exchanges || lines > exchanges + exchangesBehind) {
      fault(
          "A2 crawl.log has %d lines, the archive %d exchanges and %d behind the commit",
          lines, exchanges, exchangesBehind);
    }
  }

  private void indexLine(String line, Map<String, String> wanted) {
    String place = field(line, "filename") + " " + field(line, "offset");
    String url = wanted.remove(place);
    if (url == null && !indexableBehind.contains(place)) {
      fault("A2 an index line points to no record, or twice to one: %s", place);
    } else if (url != null && !url.equals(field(line, "url"))) {
      fault("A2 the index says %s of the record of %s", field(line, "url"), url);
    }
  }

  private static String field(String line, String name) {
    int from = line.indexOf("\"" + name + "\": \"");
    if (from < 0) {
      return "";
    }
    int start = from + name.length() + 5;
    return line.substring(start, line.indexOf('"', start));
  }

  private void readIsArchived() {
    for (String url : answered) {
      if (!archived.contains(url)) {
        fault("G1 %s was read and is not in the archive", url);
      }
    }
    for (String url : archivedWell) {
      if (!read.contains(url) && !url.endsWith("/robots.txt")) {
        fault("G1 %s is in the archive before the commit and was not read", url);
      }
    }
  }

  /// Every file of a crawl dir, for those who damage it.
  static List<Path> files(Path dir) {
    try (Stream<Path> all = Files.walk(dir)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
