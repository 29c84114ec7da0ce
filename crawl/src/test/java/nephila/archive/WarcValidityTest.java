package nephila.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import nephila.Progress;
import nephila.archive.cdx.FlatJson;
import nephila.archive.warc.ArchiveOptions;
import nephila.archive.warc.ArchivePosition;
import nephila.archive.warc.ArchivedPlace;
import nephila.archive.warc.EarlierRead;
import nephila.archive.warc.Notes;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.Truncation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jwat.common.Diagnosis;
import org.jwat.warc.WarcReaderFactory;
import org.netpreserve.jwarc.WarcCaptureRecord;
import org.netpreserve.jwarc.WarcDigest;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTargetRecord;
import org.netpreserve.jwarc.Warcinfo;
import org.netpreserve.jwarc.cdx.CdxFormat;

/// What we write, read by implementations that are not ours: jwarc, and JWAT, the validator of the
/// Royal Danish Library.
class WarcValidityTest {
  @TempDir Path dir;

  private final Map<String, Exchange> written = new HashMap<>();
  private final List<ArchivedPlace> kept = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    ArchiveOptions options =
        ArchiveOptions.defaults(InstantSource.fixed(Visits.START), new Random(5))
            .info(Map.of("operator", "someone\r\nelse"));
    Random random = new Random(6);
    try (Archive archive = Archive.openAt(dir, options, ArchivePosition.START, r -> {})) {
      for (int i = 0; i < 60; i++) {
        Exchange exchange = Visits.random(random, i);
        written.put(exchange.url(), exchange);
        kept.add(archive.append(exchange, Visits.notes(random, null)));
      }
      Exchange chunked =
          Visits.answered(
              "http://chunked.example/",
              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked",
              "3\r\nabc\r\n0\r\n\r\n".getBytes(ISO_8859_1));
      written.put(chunked.url(), chunked);
      kept.add(archive.append(chunked, Notes.NONE));
      Exchange page = Visits.page("http://again.example/", "the same");
      written.put(page.url(), page);
      kept.add(archive.append(page, Notes.NONE));
      EarlierRead seen = new EarlierRead(page.url(), page.started(), page.payloadSha1());
      kept.add(archive.append(page, Notes.NONE.previous(seen)));
      kept.add(archive.append(Visits.failed("http://no.example/", Failure.DNS), Notes.NONE));
    }
  }

  private Path warc() {
    return dir.resolve("archive").resolve(kept.getFirst().file());
  }

  @Test
  void jwarcReadsEveryRecordAndFindsEveryDigestRight() throws Exception {
    Map<String, Integer> types = new HashMap<>();
    List<String> warnings = new ArrayList<>();
    try (WarcReader reader = new WarcReader(warc())) {
      reader.calculateBlockDigest();
      reader.onWarning(warnings::add);
      for (WarcRecord record : reader) {
        types.merge(record.type(), 1, Integer::sum);
        assertEquals("WARC/1.1", record.version().toString());
        if (record instanceof Warcinfo info) {
          assertEquals("someone  else", info.fields().first("operator").orElseThrow());
        }
        if (record instanceof WarcResponse response) {
          check(response);
        }
        if (record instanceof WarcTargetRecord target) {
          assertTrue(target.targetURI().isAbsolute());
        }
        record.body().consume();
        if (!(record instanceof WarcResponse)) {
          WarcDigest declared = record.blockDigest().orElseThrow();
          assertEquals(declared, record.calculatedBlockDigest().orElseThrow());
        }
      }
    }
    assertEquals(List.of(), warnings);
    int answers = types.getOrDefault("response", 0) + types.getOrDefault("revisit", 0);
    assertEquals(1, types.get("revisit"));
    assertEquals(answers, types.get("request"));
    assertEquals(kept.size(), types.get("metadata"));
    assertEquals(1, types.get("warcinfo"));
  }

  @Test
  void jwatFindsEveryRecordCompliantAndEveryDigestRight() throws IOException {
    int records = 0;
    try (InputStream in = Files.newInputStream(warc());
        org.jwat.warc.WarcReader reader = WarcReaderFactory.getReader(in, 1 << 16)) {
      reader.setBlockDigestEnabled(true);
      reader.setPayloadDigestEnabled(true);
      for (var record = reader.getNextRecord(); record != null; record = reader.getNextRecord()) {
        records++;
        record.close();
        String target = record.header.warcTargetUriStr;
        if ("http://chunked.example/".equals(target)) {
          continue; // JWAT digests the chunks; ISO 28500 §5.9 (as RFC 7230 §3.3) and jwarc the
          // payload
        }
        assertEquals(List.of(), told(record.diagnostics.getErrors()), target);
        assertEquals(List.of(), told(record.diagnostics.getWarnings()), target);
        assertEquals(Boolean.TRUE, record.isValidBlockDigest, target);
        assertNotEquals(Boolean.FALSE, record.isValidPayloadDigest, target);
      }
    }
    long failures = kept.stream().filter(each -> each.kind() == ArchivedPlace.Kind.FAILURE).count();
    assertEquals(1 + 3L * (kept.size() - failures) + failures, records);
  }

  @Test
  void aBlockThatIsNotWhatItsDigestSaysIsFound() throws IOException {
    ArchivePosition end = kept.getLast().end();
    assertEquals(List.of(), ArchiveCheck.of(dir, end, Progress.SILENT).faults());
    ArchivedPlace one = kept.get(kept.size() - 4);
    byte[] file = Files.readAllBytes(warc());
    int from = (int) one.offset();
    int to = from + (int) one.length();
    byte[] record;
    try (var in = new GZIPInputStream(new ByteArrayInputStream(file, from, to - from))) {
      record = in.readAllBytes();
    }
    String text = new String(record, ISO_8859_1).replace("HTTP/1.1 200 OK", "HTTP/1.1 200 KO");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(file, 0, from);
    try (var packed = new GZIPOutputStream(out)) {
      packed.write(text.getBytes(ISO_8859_1));
    }
    out.write(file, to, file.length - to);
    Files.write(warc(), out.toByteArray());
    String faults = ArchiveCheck.of(dir, end, Progress.SILENT).faults().toString();
    assertTrue(faults.contains("another block digest than claimed at offset " + from), faults);
    assertFalse(faults.contains("another digest"), faults);
  }

  /// No checksum of gzip covers it.
  @Test
  void aChangedGzipHeaderIsFoundAndEverythingBehindItRead() throws IOException {
    ArchivePosition end = kept.getLast().end();
    byte[] file = Files.readAllBytes(warc());
    int from = (int) kept.get(kept.size() - 4).offset();
    long exchanges = ArchiveCheck.of(dir, end, Progress.SILENT).exchanges();
    for (int at : new int[] {2, 4, 5, 6, 7, 8, 9}) {
      byte[] changed = file.clone();
      changed[from + at] ^= 4;
      Files.write(warc(), changed);
      ArchiveCheck.Result result = ArchiveCheck.of(dir, end, Progress.SILENT);
      String faults = result.faults().toString();
      assertTrue(faults.contains("another gzip header than was written at offset " + from), faults);
      assertEquals(exchanges, result.exchanges());
    }
  }

  @Test
  void aLineOfTheIndexThatIsMissingDoubledOrAnotherIsNamed() throws IOException {
    ArchivePosition end = kept.getLast().end();
    Path index;
    try (Stream<Path> files = Files.list(dir.resolve("indexes"))) {
      index = files.filter(file -> file.toString().endsWith(".cdxj")).findAny().orElseThrow();
    }
    List<String> lines = Files.readAllLines(index);
    String first = lines.getFirst();
    Files.write(index, lines.subList(1, lines.size()));
    assertFault("is not in the index", end);
    Files.write(index, Stream.concat(Stream.of(first), lines.stream()).toList());
    assertFault(":2: points to no record at", end);
    Files.write(index, lines.stream().map(each -> each.equals(first) ? " " + each : each).toList());
    assertFault(":1: says other things than the record at", end);
    Files.write(index, lines);
    assertEquals(List.of(), ArchiveCheck.of(dir, end, Progress.SILENT).faults());
  }

  private void assertFault(String words, ArchivePosition end) throws IOException {
    List<String> faults = ArchiveCheck.of(dir, end, Progress.SILENT).faults();
    assertEquals(1, faults.size(), faults::toString);
    assertTrue(faults.getFirst().contains(words), faults::toString);
  }

  private static List<String> told(List<Diagnosis> diagnoses) {
    return diagnoses.stream()
        .map(each -> each.type + " " + each.entity + " " + Arrays.toString(each.information))
        .toList();
  }

  private void check(WarcResponse record) throws Exception {
    Exchange exchange = Objects.requireNonNull(written.get(record.target()));
    assertEquals(exchange.status(), record.http().status());
    assertEquals("192.0.2.7", record.ipAddress().orElseThrow().getHostAddress());
    assertEquals(
        exchange.truncation() != Truncation.NONE,
        record.truncated().toString().length() > 0
            && !record.truncated().toString().contains("NOT"));
    byte[] payload = record.payload().orElseThrow().body().stream().readAllBytes();
    assertArrayEquals(exchange.payload().bytes(), payload, record.target());
    byte[] sha1 = MessageDigest.getInstance("SHA-1").digest(payload);
    assertEquals(
        new WarcDigest("sha1", sha1).base32(), record.payloadDigest().orElseThrow().base32());
  }

  @Test
  void theIndexSaysWhatJwarcsIndexSays() throws IOException {
    List<String> expected = new ArrayList<>();
    try (WarcReader reader = new WarcReader(warc())) {
      WarcRecord record = reader.next().orElse(null);
      while (record != null) {
        long start = reader.position();
        WarcRecord next = reader.next().orElse(null);
        if (record instanceof WarcResponse || record instanceof WarcRevisit) {
          String[] columns = columns(start, reader.position() - start);
          expected.add(
              String.join(" ", columns[0], columns[1], columns[5], columns[8], columns[9]));
        }
        record = next;
      }
    }
    List<String> seen = new ArrayList<>();
    for (String line : Files.readAllLines(dir.resolve("indexes/index.cdxj"))) {
      Map<String, String> fields =
          Objects.requireNonNull(FlatJson.read(line.substring(line.indexOf('{'))));
      String digest = fields.getOrDefault("digest", "").substring("sha1:".length());
      String key = line.substring(0, line.indexOf(" {"));
      seen.add(String.join(" ", key, digest, fields.get("length"), fields.get("offset")));
    }
    expected.sort(null);
    seen.sort(null);
    assertEquals(expected, seen);
  }

  private String[] columns(long start, long length) throws IOException {
    try (WarcReader reader = new WarcReader(warc())) {
      reader.position(start);
      WarcCaptureRecord record = (WarcCaptureRecord) reader.next().orElseThrow();
      return CdxFormat.CDX11.format(record, "file", start, length).split(" ");
    }
  }

  @Test
  void jwarcsValidatorFindsNothing() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path jar =
        Path.of(WarcReader.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Process validate =
        new ProcessBuilder(
                java,
                "-cp",
                jar.toString(),
                "org.netpreserve.jwarc.tools.WarcTool",
                "validate",
                "-v",
                warc().toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(validate.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, validate.waitFor(), said);
  }
}
