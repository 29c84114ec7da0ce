package nephila.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import nephila.archive.cdx.Index;
import nephila.archive.cdx.IndexAndLogLines;
import nephila.archive.cdx.LineFile;
import nephila.archive.warc.ArchiveOptions;
import nephila.archive.warc.ArchivePosition;
import nephila.archive.warc.ArchivedPlace;
import nephila.archive.warc.ExchangeReader;
import nephila.archive.warc.Notes;
import nephila.archive.warc.PackedExchange;
import nephila.archive.warc.RecordIds;
import nephila.archive.warc.Records;
import nephila.archive.warc.WarcFile;
import nephila.fetch.Exchange;

/// The archive of a crawl dir: `archive/*.warc.gz`, `indexes/index.cdxj`, `crawl.log`.
///
/// It is the log of the crawl. Every exchange appended is on its way to the disk with one write;
/// the store commits its state together with the [ArchivePosition] up to which it is applied, and
/// [#openAt] replays what is behind.
///
/// Thread-safe. `prepare` runs in parallel; `append` is serialized and gives each exchange its
/// place. An [IOException] (a full disk) leaves the archive whole, with all that earlier calls
/// appended.
///
/// Invariants:
/// - A1 a file is a sequence of whole records, but for at most one torn exchange at its end;
/// - A2 every response and revisit record has exactly one index line, every exchange exactly one
///   line in the log, and no line is without its record;
/// - A3 a file is on the disk before the next is begun.
public final class Archive implements AutoCloseable {
  private final ArchiveOptions options;
  private final Path dir;
  private final RecordIds ids;
  private final ConcurrentLinkedDeque<Records> writers = new ConcurrentLinkedDeque<>();
  private final Index index;
  private final LineFile log;
  private volatile WarcFile file;
  private boolean closed;

  private Archive(
      ArchiveOptions options, Path dir, RecordIds ids, Index index, LineFile log, WarcFile file) {
    this.options = options;
    this.dir = dir;
    this.ids = ids;
    this.index = index;
    this.log = log;
    this.file = file;
  }

  /// Opens the archive of a crawl dir at the position the store has committed
  /// ([ArchivePosition#START] for a new one). Whole exchanges behind it are handed to `replay` in
  /// order, a torn last one is cut off, and index and log are brought to the same state.
  public static Archive openAt(
      Path crawlDir, ArchiveOptions options, ArchivePosition from, Consumer<Replayed> replay)
      throws IOException {
    Path dir = Files.createDirectories(crawlDir.resolve("archive"));
    ArchiveReplay behind = new ArchiveReplay(crawlDir, dir, from);
    behind.run(replay);
    RecordIds ids = new RecordIds(options.random());
    WarcFile file = behind.lastFile();
    if (file == null) {
      file = newFile(options, dir, ids, 1);
    }
    return new Archive(options, dir, ids, behind.index(), behind.log(), file);
  }

  /// Packs an exchange; the dear part of keeping it.
  public PackedExchange prepare(Exchange exchange, Notes notes) {
    Records records = writers.pollFirst();
    if (records == null) {
      records = new Records(options.gzipLevel(), ids);
    }
    try {
      return records.of(exchange, notes, file.warcinfoId());
    } finally {
      writers.addFirst(records);
    }
  }

  public ArchivedPlace append(PackedExchange prepared) throws IOException {
    return append(List.of(prepared)).getFirst();
  }

  public ArchivedPlace append(Exchange exchange, Notes notes) throws IOException {
    return append(prepare(exchange, notes));
  }

  /// Appends several exchanges, in order, with one write.
  public synchronized List<ArchivedPlace> append(List<PackedExchange> prepared) throws IOException {
    List<ArchivedPlace> kept = new ArrayList<>(prepared.size());
    while (kept.size() < prepared.size()) {
      index.lines().flushIfFull();
      log.flushIfFull();
      if (file.size() >= options.rollBytes()) {
        roll();
      }
      appendToFile(prepared, kept);
    }
    return kept;
  }

  /// Writes those not yet kept, as many as the file may take.
  private void appendToFile(List<PackedExchange> prepared, List<ArchivedPlace> kept)
      throws IOException {
    List<PackedExchange> batch = new ArrayList<>();
    long offset = file.size();
    long end = offset;
    for (int i = kept.size(); i < prepared.size() && end < options.rollBytes(); i++) {
      PackedExchange next = prepared.get(i);
      if (!next.warcinfoId().equals(file.warcinfoId())) {
        // Made before the last roll: its records name another file.
        next = prepare(next.exchange(), next.notes());
      }
      batch.add(next);
      end += next.records().length;
    }
    ByteBuffer[] buffers = new ByteBuffer[batch.size()];
    for (int i = 0; i < buffers.length; i++) {
      buffers[i] = ByteBuffer.wrap(batch.get(i).records());
    }
    FaultPoint.ARCHIVE_BEFORE_WRITE.passed();
    file.write(buffers);
    FaultPoint.ARCHIVE_WRITTEN.passed();
    for (PackedExchange next : batch) {
      kept.add(keep(next, offset));
      offset += next.records().length;
    }
  }

  private ArchivedPlace keep(PackedExchange next, long offset) {
    long length = next.firstLength();
    long end = offset + next.records().length;
    ExchangeReader.Group group =
        new ExchangeReader.Group(
            next.exchange(),
            next.notes(),
            next.kind(),
            next.payloadSha1(),
            next.exchange().responseBytes().length,
            offset,
            length,
            end);
    return keep(group, file.name(), file.serial(), index, log);
  }

  /// Writes the lines of an exchange and says where it is.
  static ArchivedPlace keep(
      ExchangeReader.Group group, String file, int serial, Index index, LineFile log) {
    boolean failure = group.kind() == ArchivedPlace.Kind.FAILURE;
    if (!failure) {
      index
          .lines()
          .append(
              IndexAndLogLines.cdxj(
                  group.exchange(),
                  group.kind(),
                  group.sha1(),
                  file,
                  group.offset(),
                  group.firstLength()));
    }
    log.append(IndexAndLogLines.log(group));
    return new ArchivedPlace(
        group.kind(),
        file,
        group.offset(),
        group.firstLength(),
        failure ? null : group.sha1(),
        new ArchivePosition(serial, group.end(), index.bytes(), log.size()));
  }

  private void roll() throws IOException {
    WarcFile full = file;
    full.force();
    FaultPoint.ROLL_OLD_FORCED.passed();
    file = newFile(options, dir, ids, full.serial() + 1);
    FaultPoint.ROLL_NEW_BEGUN.passed();
    full.close();
  }

  private static WarcFile newFile(ArchiveOptions options, Path dir, RecordIds ids, int serial)
      throws IOException {
    Instant now = options.clock().instant();
    String name = WarcFile.name(options, now, serial);
    String id = ids.next();
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("software", "Nephila");
    fields.put("format", "WARC File Format 1.1");
    fields.put(
        "conformsTo",
        "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/");
    fields.putAll(options.info());
    try (Records records = new Records(options.gzipLevel(), ids)) {
      byte[] warcinfo = records.warcinfo(id, name, now, fields);
      return WarcFile.create(dir.resolve(name), serial, id, warcinfo);
    }
  }

  /// The place behind everything appended so far.
  public synchronized ArchivePosition position() {
    return new ArchivePosition(file.serial(), file.size(), index.bytes(), log.size());
  }

  /// Hands everything appended so far to the operating system, so that it outlives this process,
  /// and returns the place behind it: what may be committed.
  public synchronized ArchivePosition flush() throws IOException {
    index.lines().flush();
    log.flush();
    return position();
  }

  /// Forces everything appended so far to the disk, so that it outlives the machine, and returns
  /// the place behind it. Appending goes on meanwhile.
  public ArchivePosition sync() throws IOException {
    WarcFile current;
    ArchivePosition reached;
    synchronized (this) {
      reached = flush();
      current = file;
    }
    current.force();
    synchronized (this) {
      index.lines().sync();
      log.sync();
    }
    return reached;
  }

  /// Forces everything to the disk and sorts the index. Commit the last position before.
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (WarcFile last = file;
        LineFile lines = log;
        Index sorted = index) {
      lines.sync();
      last.force();
      sorted.merge();
    } finally {
      writers.forEach(Records::close);
    }
  }
}
