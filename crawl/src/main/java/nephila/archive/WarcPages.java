package nephila.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import nephila.archive.warc.MetadataFields;
import nephila.archive.warc.Notes;
import nephila.archive.warc.Text;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Truncation;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcMetadata;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTargetRecord;

/// Reads the pages of WARC and ARC files of any origin, packed record by record, as a whole, or not
/// at all; what our crawler fetched only because pages are shown with it is none. What is broken is
/// counted; reading goes on at the next record that makes sense.
final class WarcPages {
  /// A longer record is cut.
  private static final int MAX_RECORD = 64 << 20;

  /// A record that claims more is not believed.
  private static final long MAX_CLAIM = 1L << 40;

  /// A longer note on a page is not read to its end.
  private static final int MAX_NOTE = 1 << 16;

  private static final int MAX_PROBLEMS = 10_000;

  private final String name;
  private final ReadTally tally;
  private final Consumer<ArchivedPage> pages;

  /// The last page, kept back until it is known what was noted of it:
  /// [nephila.archive.warc.Records] writes that behind.
  private @Nullable ArchivedPage last;

  /// Id of its record.
  private String lastId = "";

  WarcPages(String name, ReadTally tally, Consumer<ArchivedPage> pages) {
    this.name = name;
    this.tally = tally;
    this.pages = pages;
  }

  /// Reads a file from an offset to its end.
  void read(Path file, long from) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long at = from;
      for (int problems = 0; at >= 0 && at < channel.size(); problems++) {
        channel.position(at);
        long broken = records(channel, at);
        if (broken < 0) {
          return;
        }
        if (problems == MAX_PROBLEMS) {
          tally.problem("too much damage, the rest is not read", name, broken);
          return;
        }
        at = nextStart(channel, Math.max(broken, at) + 1);
      }
    }
  }

  /// Reads a stream to its end, or to the first damage.
  void read(InputStream in) {
    records(Channels.newChannel(in), 0);
  }

  /// The page whose record starts at an offset, or null.
  static @Nullable ArchivedPage at(Path file, long offset) throws IOException {
    ReadTally tally = new ReadTally();
    WarcPages pages = new WarcPages(file.getFileName().toString(), tally, page -> {});
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.position(offset);
      WarcReader reader = new WarcReader(channel);
      Optional<WarcRecord> record = reader.next();
      return record.isEmpty() ? null : pages.page(record.get(), offset);
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /// Reads records until the end (-1) or damage (where the damaged record starts).
  private long records(ReadableByteChannel in, long base) {
    long end = recordsButLast(in, base);
    handOver(null, "");
    return end;
  }

  private void handOver(@Nullable ArchivedPage next, String nextId) {
    ArchivedPage page = last;
    last = next;
    lastId = nextId;
    if (page != null) {
      tally.page();
      pages.accept(page);
    }
  }

  private long recordsButLast(ReadableByteChannel in, long base) {
    long start = base;
    WarcReader reader = null;
    while (true) {
      ArchivedPage page;
      String id;
      try {
        if (reader == null) {
          reader = new WarcReader(in);
          reader.setLenient(true);
        }
        Optional<WarcRecord> next = reader.next();
        if (next.isEmpty()) {
          return -1;
        }
        start = base + reader.position();
        WarcRecord record = next.get();
        if (record.body().size() > MAX_CLAIM) {
          throw new IOException("claims " + record.body().size() + " bytes");
        }
        id = record.headers().first("WARC-Record-ID").orElse("");
        page = page(record, start);
        if (last != null) {
          Map<String, String> notes = notes(record);
          if (notes.containsKey(Notes.REQUISITE)) {
            last = null;
          } else if (notes.containsKey(Notes.SOFT_404)) {
            last = last.gone();
          }
        }
      } catch (IOException | RuntimeException e) {
        // The parser throws all kinds of exceptions at damaged records.
        tally.problem("damaged record", name, start);
        return start;
      }
      if (page != null) {
        handOver(page, id);
      }
    }
  }

  /// What our crawler noted of the last page, where this is the record that says so.
  private Map<String, String> notes(WarcRecord record) throws IOException {
    if (!(record instanceof WarcMetadata)
        || lastId.isEmpty()
        || !record.headers().all("WARC-Concurrent-To").contains(lastId)) {
      return Map.of();
    }
    String note = new String(record.body().stream().readNBytes(MAX_NOTE), UTF_8);
    return MetadataFields.read(note).notes(null).more();
  }

  private @Nullable ArchivedPage page(WarcRecord record, long offset) throws IOException {
    if (!(record instanceof WarcTargetRecord target)) {
      return null;
    }
    boolean revisit = record instanceof WarcRevisit;
    if (!revisit && !(record instanceof WarcResponse) && !(record instanceof WarcResource)) {
      return null;
    }
    String url = Text.uri(target.target());
    if (!url.startsWith("http://") && !url.startsWith("https://")) {
      return null;
    }
    byte[] block = record.body().stream().readNBytes(MAX_RECORD);
    boolean cut = block.length == MAX_RECORD && record.body().size() > MAX_RECORD;
    if (record instanceof WarcResource) {
      block = withHead(record, block);
    }
    Instant date = Text.countable(record.date());
    Truncation truncation =
        cut || record.headers().first("WARC-Truncated").isPresent()
            ? Truncation.UNSPECIFIED
            : Truncation.NONE;
    Exchange.Circumstances how = new Exchange.Circumstances(null, date, -1, 0, truncation, null);
    Exchange exchange = Exchange.of(FetchRequest.get(url), new byte[0], block, how);
    if (!exchange.answered()) {
      tally.problem("record without an HTTP head", name, offset);
      return null;
    }
    String type = exchange.headers().first("Content-Type");
    return new ArchivedPage(
        url,
        date,
        exchange.status(),
        Text.mime(type == null ? "" : type),
        exchange,
        revisit,
        false,
        name,
        offset);
  }

  /// A resource record holds the bare page: the head a server would have sent is put before it.
  private static byte[] withHead(WarcRecord record, byte[] block) {
    String type = Text.line(record.headers().first("Content-Type").orElse(""));
    byte[] head = ("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n").getBytes(ISO_8859_1);
    byte[] both = java.util.Arrays.copyOf(head, head.length + block.length);
    System.arraycopy(block, 0, both, head.length, block.length);
    return both;
  }

  /// Where the next record may start, at or after a place; -1 when nowhere.
  private static long nextStart(FileChannel channel, long from) throws IOException {
    byte[] window = new byte[1 << 16];
    for (long at = from; at < channel.size(); at += window.length - 8) {
      int n = channel.read(ByteBuffer.wrap(window), at);
      for (int i = 0; i + 8 <= n; i++) {
        boolean gzip = window[i] == 0x1f && (window[i + 1] & 0xff) == 0x8b && window[i + 2] == 8;
        boolean plain =
            window[i] == 'W'
                && window[i + 1] == 'A'
                && window[i + 2] == 'R'
                && window[i + 3] == 'C'
                && window[i + 4] == '/'
                && window[i + 5] == '1';
        if (gzip || plain) {
          return at + i;
        }
      }
    }
    return -1;
  }
}
