package nephila.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import nephila.UserError;
import nephila.archive.warc.ArchiveOptions;
import nephila.archive.warc.ArchivePosition;
import nephila.archive.warc.ArchivedPlace;
import nephila.archive.warc.Notes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Archives and indexes of any origin, whole and broken.
class ArchivesTest {
  private static final long SEED = Long.getLong("nephila.seed", 1);
  private static final int PAGES = 5;

  @TempDir Path dir;
  private byte[] warc = new byte[0];
  private final List<ArchivedPlace> kept = new ArrayList<>();
  private final List<ArchivedPage> pages = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    ArchiveOptions options =
        ArchiveOptions.defaults(InstantSource.fixed(Visits.START), new Random(3));
    Path crawl = dir.resolve("crawl");
    try (Archive archive = Archive.openAt(crawl, options, ArchivePosition.START, r -> {})) {
      for (int i = 0; i < PAGES; i++) {
        kept.add(archive.append(Visits.page("http://e.example/" + i, "text " + i), Notes.NONE));
      }
    }
    warc = Files.readAllBytes(crawl.resolve("archive").resolve(kept.getFirst().file()));
  }

  private ReadTally read(Path source) throws IOException {
    pages.clear();
    return Archives.pages(source, pages::add);
  }

  private ReadTally read(String name, byte[] bytes) throws IOException {
    Path file = dir.resolve(name);
    Files.write(file, bytes);
    return read(file);
  }

  private void assertAllPages(ReadTally tally) {
    assertEquals(PAGES, tally.pages());
    assertEquals(java.util.Map.of(), tally.problems());
    for (int i = 0; i < PAGES; i++) {
      ArchivedPage page = pages.get(i);
      assertEquals("http://e.example/" + i, page.url());
      assertEquals(200, page.status());
      assertEquals("text/html", page.mime());
      assertEquals(Instant.parse("2026-11-15T08:00:00.123Z"), page.date());
      assertNotNull(page.exchange());
      assertArrayEquals(("text " + i).getBytes(UTF_8), page.exchange().content().bytes());
    }
  }

  private static byte[] gunzip(byte[] bytes) throws IOException {
    return new GZIPInputStream(new java.io.ByteArrayInputStream(bytes)).readAllBytes();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void aCrawlDirIsRead() throws IOException {
    assertAllPages(read(dir.resolve("crawl")));
    for (int i = 0; i < PAGES; i++) {
      assertEquals(kept.get(i).offset(), pages.get(i).offset());
      Path file = dir.resolve("crawl/archive").resolve(kept.get(i).file());
      assertEquals(
          "http://e.example/" + i, Archives.at(file, kept.get(i).offset()).orElseThrow().url());
      assertTrue(Archives.at(file, kept.get(i).offset() + 1).isEmpty());
    }
  }

  @Test
  void whatTheCrawlNotedOfASoft404IsToldOfThatPageAlone() throws IOException {
    ArchiveOptions options =
        ArchiveOptions.defaults(InstantSource.fixed(Visits.START), new Random(4));
    Notes gone = Notes.NONE.more(java.util.Map.of("nephila-soft-404", "yes"));
    Path crawl = dir.resolve("shop");
    String file;
    try (Archive archive = Archive.openAt(crawl, options, ArchivePosition.START, r -> {})) {
      archive.append(Visits.page("http://e.example/there", "there"), Notes.NONE);
      archive.append(Visits.page("http://e.example/gone", "gone"), gone);
      archive.append(Visits.page("http://e.example/also", "also"), Notes.NONE);
      file = archive.append(Visits.page("http://e.example/last", "last"), gone).file();
    }
    byte[] bytes = Files.readAllBytes(crawl.resolve("archive").resolve(file));
    List<Boolean> expected = List.of(false, true, false, true);
    read(crawl);
    assertEquals(expected, pages.stream().map(ArchivedPage::missing).toList());
    read("plain.warc", gunzip(bytes));
    assertEquals(expected, pages.stream().map(ArchivedPage::missing).toList());
    pages.clear();
    new ArchiveFollower(crawl).read(ArchivePosition.START, pages::add);
    assertEquals(expected, pages.stream().map(ArchivedPage::missing).toList());
  }

  @Test
  void packedAsAWholeOrNotAtAllIsReadToo() throws IOException {
    assertAllPages(read("plain.warc", gunzip(warc)));
    assertAllPages(read("whole.warc.gz", gzip(gunzip(warc))));
  }

  @Test
  void anArcFileIsRead() throws IOException {
    String http = "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\nold";
    String arc =
        "filedesc://x.arc 0.0.0.0 20010101000000 text/plain 76\n1 0 InternetArchive\n"
            + "URL IP-address Archive-date Content-type Archive-length\n\n\n"
            + "http://old.example/ 192.0.2.1 20010203040506 text/html "
            + http.length()
            + "\n"
            + http
            + "\n";
    ReadTally tally = read("x.arc", arc.getBytes(ISO_8859_1));
    assertEquals(1, tally.pages(), tally::firstProblem);
    assertEquals("http://old.example/", pages.getFirst().url());
    assertEquals(Instant.parse("2001-02-03T04:05:06Z"), pages.getFirst().date());
  }

  @Test
  void damageIsCountedAndTheRestIsRead() throws IOException {
    byte[] bytes = warc.clone();
    for (int i = 0; i < 40; i++) {
      bytes[(int) kept.get(2).offset() + 30 + i] ^= 0x55;
    }
    ReadTally tally = read("bad.warc.gz", bytes);
    assertEquals(PAGES - 1, tally.pages());
    assertTrue(!tally.problems().isEmpty());
    assertTrue(tally.firstProblem().startsWith("bad.warc.gz: byte "), tally::firstProblem);
    ReadTally cut = read("cut.warc.gz", java.util.Arrays.copyOf(warc, warc.length / 2));
    assertTrue(cut.pages() >= 1 && cut.pages() < PAGES);
    assertEquals(0, read("empty.warc.gz", new byte[0]).pages());
    assertEquals(0, read("text.warc", "no archive at all\n".getBytes(UTF_8)).pages());
  }

  @Test
  void aWaczIsReadWithoutUnpackingItToDisk() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("datapackage.json"));
      zip.write("{}".getBytes(UTF_8));
      zip.putNextEntry(new ZipEntry("archive/../../evil.warc.gz"));
      zip.write(warc);
      zip.putNextEntry(new ZipEntry("pages/pages.jsonl"));
      zip.write("{\"format\": \"json-pages-1.0\"}\n".getBytes(UTF_8));
    }
    assertAllPages(read("a.wacz", out.toByteArray()));
    assertEquals(1, read("no.wacz", new byte[] {1, 2, 3}).problems().size());
    ByteArrayOutputStream listed = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(listed)) {
      zip.putNextEntry(new ZipEntry("pages/pages.jsonl"));
      String text =
          "{\"format\": \"json-pages-1.0\", \"id\": \"pages\"}\n"
              + "{\"url\": \"http://p.example/\", \"ts\": \"2020-01-02T03:04:05Z\", \"x\": [1,"
              + " {}]}\n";
      zip.write(text.getBytes(UTF_8));
    }
    assertEquals(1, read("p.wacz", listed.toByteArray()).pages());
    assertEquals(Instant.parse("2020-01-02T03:04:05Z"), pages.getFirst().date());
  }

  @Test
  void indexesOfEveryWidthAreRead() throws IOException {
    String start = "org,example)/ 20200102030405 http://example.org/ text/html 200 AAAA - ";
    for (String end : List.of("- 300 1234 f.warc.gz", "- 1234 f.warc.gz", "1234 f.warc.gz")) {
      for (String legend : List.of("", " CDX N b a m s k r M S V g\n")) {
        ReadTally tally = read("i.cdx", (legend + start + end + "\n").getBytes(UTF_8));
        assertEquals(1, tally.pages(), end);
        assertEquals(1234, pages.getFirst().offset());
        assertEquals("f.warc.gz", pages.getFirst().file());
        assertEquals(Instant.parse("2020-01-02T03:04:05Z"), pages.getFirst().date());
      }
    }
    byte[] odd = " CDX a b s\nhttp://x.example/ 2020 404\n".getBytes(UTF_8);
    assertEquals(1, read("odd.cdx.gz", gzip(odd)).pages());
    assertEquals(404, pages.getFirst().status());
    assertAllIndexed(read(dir.resolve("crawl/indexes/index.cdxj")));
  }

  private void assertAllIndexed(ReadTally tally) {
    assertEquals(PAGES, tally.pages());
    for (int i = 0; i < PAGES; i++) {
      assertEquals(kept.get(i).offset(), pages.get(i).offset());
      assertEquals(200, pages.get(i).status());
    }
  }

  @Test
  void aDateThatCannotBeCountedIsDamage() throws IOException {
    String http = "HTTP/1.1 200 OK\r\n\r\nhello";
    String record =
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: +999999999-01-01T00:00:00Z\r\n"
            + "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n"
            + "WARC-Target-URI: http://a.example/\r\nContent-Type: application/http\r\n"
            + "Content-Length: "
            + http.length()
            + "\r\n\r\n"
            + http
            + "\r\n\r\n";
    ReadTally tally = read("far.warc", record.getBytes(UTF_8));
    assertEquals(0, tally.pages());
    assertEquals(java.util.Map.of("damaged record", 1L), tally.problems());
  }

  @Test
  void aTakerOfWatRecordsThatFailsIsNoDamage() throws IOException {
    String json = "{}";
    String record =
        "WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
            + "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n"
            + "Content-Type: application/json\r\nContent-Length: "
            + json.length()
            + "\r\n\r\n"
            + json
            + "\r\n\r\n";
    Path wat = Files.writeString(dir.resolve("x.wat"), record);
    WatRecords.Taker full =
        (date, text, offset) -> {
          throw new java.io.UncheckedIOException(new IOException("no space left"));
        };
    assertThrows(java.io.UncheckedIOException.class, () -> WatRecords.read(wat, full));
  }

  @Test
  void brokenIndexLinesAreCounted() throws IOException {
    String lines =
        "a b c\norg)/ 2020 {\"url\": \"http://a.example/\"\norg)/ 2020 {\"url\": }\n"
            + "org)/ nodate {\"url\": \"http://a.example/\"}\n"
            + "org)/ +999999999-01-01T00:00:00Z {\"url\": \"http://a.example/\"}\n"
            + "x".repeat(99_999)
            + "\n"
            + "org,a)/ 20200101000000 {\"url\": \"http://a.example/\\u00e9\", \"n\": {\"a\":"
            + " []}}\n";
    ReadTally tally = read("bad.cdxj", lines.getBytes(UTF_8));
    assertEquals(1, tally.pages());
    assertEquals("http://a.example/%C3%A9", pages.getFirst().url());
    assertEquals(6, tally.problems().values().stream().mapToLong(n -> n).sum());
  }

  @Test
  void aSourceThatIsNoneIsSaidToBe() {
    assertThrows(UserError.class, () -> read(dir.resolve("nowhere")));
    assertThrows(UserError.class, () -> read("x.txt", new byte[0]));
    assertThrows(UserError.class, () -> read(dir));
  }

  @Test
  void randomDamageNeverBreaksTheReader() throws IOException {
    Random random = new Random(SEED);
    byte[] plain = gunzip(warc);
    byte[] index = Files.readAllBytes(dir.resolve("crawl/indexes/index.cdxj"));
    for (int round = 0; round < 300; round++) {
      String name = List.of("r.warc.gz", "r.warc", "r.cdxj").get(round % 3);
      byte[] bytes = List.of(warc, plain, index).get(round % 3).clone();
      for (int n = 1 + random.nextInt(10); n > 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      if (random.nextBoolean()) {
        bytes = java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
      try {
        assertTrue(read(name, bytes).pages() <= PAGES);
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + SEED + " round " + round, e);
      }
    }
  }
}
