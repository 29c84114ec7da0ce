package nephila.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import nephila.archive.warc.ArchiveOptions;
import nephila.archive.warc.ArchivePosition;
import nephila.archive.warc.ArchivedPlace;
import nephila.archive.warc.EarlierRead;
import nephila.archive.warc.Notes;
import nephila.archive.warc.PackedExchange;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.Truncation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveTest {
  @TempDir Path dir;

  private final ArchiveOptions options =
      ArchiveOptions.defaults(InstantSource.fixed(Visits.START), new Random(7)).prefix("T");

  private Archive open(ArchivePosition at, List<Replayed> replayed) throws IOException {
    return Archive.openAt(dir, options, at, replayed::add);
  }

  private Archive create() throws IOException {
    return open(ArchivePosition.START, new ArrayList<>());
  }

  private List<Path> warcs() throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve("archive"))) {
      return files.sorted().toList();
    }
  }

  private List<String> indexLines() throws IOException {
    return Files.readAllLines(dir.resolve("indexes/index.cdxj"));
  }

  private List<String> logLines() throws IOException {
    return Files.readAllLines(dir.resolve("crawl.log"));
  }

  @Test
  void whatIsBehindTheCommittedPositionComesBack() throws IOException {
    ArchivePosition committed;
    Exchange page = Visits.page("http://a.example/2", "two");
    try (Archive archive = create()) {
      committed = archive.append(Visits.page("http://a.example/1", "one"), Notes.NONE).end();
      Notes notes = Notes.NONE.via("http://a.example/1", "L").importance(0.25);
      archive.append(page, notes.more(Map.of("page", "17")));
      archive.append(Visits.failed("http://b.example/", Failure.DNS), Notes.NONE);
    }
    List<Replayed> replayed = new ArrayList<>();
    try (Archive archive = open(committed, replayed)) {
      assertEquals(2, replayed.size());
      Replayed second = replayed.getFirst();
      assertArrayEquals(page.responseBytes(), second.exchange().responseBytes());
      assertArrayEquals(page.requestBytes(), second.exchange().requestBytes());
      assertEquals("http://a.example/2", second.exchange().url());
      assertEquals(45, second.exchange().circumstances().wholeMillis());
      assertEquals(12, second.exchange().circumstances().firstByteMillis());
      assertEquals(page.circumstances().address(), second.exchange().circumstances().address());
      assertEquals(0.25, second.notes().importance());
      assertEquals("http://a.example/1", second.notes().via());
      assertEquals("17", second.notes().more().get("page"));
      assertArrayEquals(page.payloadSha1(), second.kept().payloadSha1());
      assertEquals(ArchivedPlace.Kind.FAILURE, replayed.get(1).kept().kind());
      assertEquals(replayed.get(1).kept().end(), archive.position());
    }
    assertEquals(2, indexLines().size());
    assertEquals(3, logLines().size());
  }

  @Test
  void anUnchangedPayloadIsKeptAsARevisit() throws IOException {
    Exchange page = Visits.page("http://a.example/", "the same");
    try (Archive archive = create()) {
      ArchivedPlace first = archive.append(page, Notes.NONE);
      byte[] sha1 = first.payloadSha1();
      assertTrue(sha1 != null && first.kind() == ArchivedPlace.Kind.RESPONSE);
      EarlierRead seen = new EarlierRead(page.url(), page.started(), sha1);
      ArchivedPlace again = archive.append(page, Notes.NONE.previous(seen));
      assertEquals(ArchivedPlace.Kind.IDENTICAL, again.kind());
      Exchange unmodified = Visits.answered(page.url(), "HTTP/1.1 304 Not Modified", new byte[0]);
      ArchivedPlace third = archive.append(unmodified, Notes.NONE.previous(seen));
      assertEquals(ArchivedPlace.Kind.NOT_MODIFIED, third.kind());
      assertArrayEquals(sha1, third.payloadSha1());
      ArchivedPlace changed =
          archive.append(Visits.page(page.url(), "new"), Notes.NONE.previous(seen));
      assertEquals(ArchivedPlace.Kind.RESPONSE, changed.kind());
    }
    List<Replayed> replayed = new ArrayList<>();
    open(ArchivePosition.START, replayed).close();
    assertEquals(
        List.of(
            ArchivedPlace.Kind.RESPONSE,
            ArchivedPlace.Kind.IDENTICAL,
            ArchivedPlace.Kind.NOT_MODIFIED,
            ArchivedPlace.Kind.RESPONSE),
        replayed.stream().map(r -> r.kept().kind()).toList());
    EarlierRead previous = replayed.get(1).notes().previous();
    assertTrue(previous != null && previous.url().equals(page.url()));
    assertEquals(2, indexLines().stream().filter(l -> l.contains("warc/revisit")).count());
  }

  @Test
  void filesAreRolledAtTheSizeLimit() throws IOException {
    Random random = new Random(3);
    List<ArchivedPlace> kept = new ArrayList<>();
    try (Archive archive =
        Archive.openAt(dir, options.rollBytes(5000), ArchivePosition.START, r -> {})) {
      PackedExchange early = archive.prepare(Visits.random(random, 1000), Notes.NONE);
      for (int i = 0; i < 20; i++) {
        kept.add(archive.append(Visits.random(random, i), Notes.NONE));
      }
      kept.add(archive.append(early));
    }
    List<Path> files = warcs();
    assertTrue(files.size() > 2, files::toString);
    String last = files.getLast().getFileName().toString();
    assertTrue(last.matches("T-20261115080000123-0000\\d-[^-].*\\.warc\\.gz"), last);
    List<Replayed> replayed = new ArrayList<>();
    open(ArchivePosition.START, replayed).close();
    assertEquals(
        kept.stream().map(ArchivedPlace::end).toList(),
        replayed.stream().map(r -> r.kept().end()).toList());
  }

  @Test
  void anOlderCommitThanTheSortedIndexIsFollowed() throws IOException {
    ArchivePosition committed;
    try (Archive archive = create()) {
      archive.append(Visits.page("http://z.example/", "one"), Notes.NONE);
      committed = archive.flush();
      archive.append(Visits.page("http://a.example/", "two"), Notes.NONE);
    }
    List<String> index = indexLines();
    List<String> log = logLines();
    open(committed, new ArrayList<>()).close();
    assertEquals(index, indexLines());
    assertEquals(log, logLines());
  }

  @Test
  void aLostIndexAndLogAreWrittenAnew() throws IOException {
    ArchivePosition committed;
    try (Archive archive = create()) {
      for (int i = 0; i < 30; i++) {
        archive.append(Visits.page("http://a.example/" + i, "page " + i), Notes.NONE);
      }
      committed = archive.flush();
    }
    List<String> index = indexLines();
    List<String> log = logLines();
    Files.delete(dir.resolve("indexes/index.cdxj"));
    List<Replayed> replayed = new ArrayList<>();
    open(committed, replayed).close();
    assertEquals(List.of(), replayed);
    assertEquals(index, indexLines());
    assertEquals(log, logLines());
    Files.delete(dir.resolve("crawl.log"));
    open(committed, replayed).close();
    assertEquals(log, logLines());
    assertEquals(index, indexLines());
  }

  @Test
  void aFileShorterThanWasCommittedIsDamage() throws IOException {
    ArchivePosition committed;
    try (Archive archive = create()) {
      committed = archive.append(Visits.page("http://a.example/", "one"), Notes.NONE).end();
    }
    Path file = warcs().getFirst();
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 1));
    ArchiveDamaged damaged =
        assertThrows(ArchiveDamaged.class, () -> open(committed, new ArrayList<>()));
    assertTrue(String.valueOf(damaged.getMessage()).contains(file.toString()));
  }

  @Test
  void nothingFromTheWebStartsANewLine() throws IOException {
    String nasty = "http://a.example/\r\nWARC-Type: x\u2028\u0000 {\"";
    try (Archive archive = create()) {
      archive.append(Visits.failed(nasty, Failure.BAD_URL), Notes.NONE.via(nasty, "L\nL"));
      Exchange page =
          Visits.answered(
              "http://a.example/\"q\\",
              "HTTP/1.1 200 OK\r\nContent-Type: text/html\u001b[31m x",
              "x".getBytes(UTF_8));
      archive.append(page, Notes.NONE.more(Map.of("a\r\nb", "c\r\nd")));
    }
    List<Replayed> replayed = new ArrayList<>();
    open(ArchivePosition.START, replayed).close();
    assertEquals(2, replayed.size());
    assertEquals("c  d", replayed.get(1).notes().more().get("a--b"));
    assertEquals(2, logLines().size());
    for (String line : logLines()) {
      assertEquals(12, line.split(" +").length, line);
      assertTrue(line.chars().allMatch(c -> c >= ' ' && c < 0x7f), line);
    }
    assertTrue(indexLines().getFirst().contains("\"url\": \"http://a.example/\\\"q\\\\\""));
    assertFalse(indexLines().getFirst().contains("\u001b"));
  }

  @Test
  void truncationAndTimesAreInTheLog() throws IOException {
    Exchange cut =
        Visits.answered(
            "http://a.example/", "HTTP/1.1 200 OK", "abc".getBytes(UTF_8), Truncation.LENGTH);
    try (Archive archive = create()) {
      archive.append(cut, Notes.NONE.via("http://a.example/from", "LR"));
    }
    assertEquals(
        "2026-11-15T08:00:00.168Z   200         22 http://a.example/ LR http://a.example/from unk"
            + " #000 20261115080000123+45 sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5 - lenTrunc",
        logLines().getFirst());
    assertTrue(indexLines().getFirst().contains("\"truncated\": \"length\""));
    assertNull(cut.circumstances().certificateProblem());
    assertEquals(Instant.parse("2026-11-15T08:00:00.123456Z"), cut.started());
  }
}
