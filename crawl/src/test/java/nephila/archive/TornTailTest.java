package nephila.archive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import nephila.archive.warc.ArchiveOptions;
import nephila.archive.warc.ArchivePosition;
import nephila.archive.warc.ArchivedPlace;
import nephila.archive.warc.Notes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The process stops at any moment: whatever of the files is there, opening makes it whole.
class TornTailTest {
  private static final long SEED = Long.getLong("nephila.seed", 1);
  private static final int PAGES = 4;

  @TempDir Path temp;

  private final Random random = new Random(SEED);
  private final List<ArchivedPlace> kept = new ArrayList<>();
  private String name = "";
  private byte[] warc = new byte[0];
  private byte[] index = new byte[0];
  private byte[] log = new byte[0];
  private int copies;

  private static ArchiveOptions options() {
    return ArchiveOptions.defaults(InstantSource.fixed(Visits.START), new Random(1));
  }

  @BeforeEach
  void write() throws IOException {
    Path dir = temp.resolve("whole");
    try (Archive archive = Archive.openAt(dir, options(), ArchivePosition.START, r -> {})) {
      for (int i = 0; i < PAGES; i++) {
        Notes notes = Visits.notes(random, null);
        kept.add(archive.append(Visits.page("http://e.example/" + i, "text " + i), notes));
      }
      archive.flush();
      name = kept.getFirst().file();
      warc = Files.readAllBytes(dir.resolve("archive").resolve(name));
      index = Files.readAllBytes(dir.resolve("indexes/recent-0.cdxj"));
      log = Files.readAllBytes(dir.resolve("crawl.log"));
    }
  }

  /// A crawl dir with some of the bytes of each file.
  private Path copy(byte[] warcBytes, int indexBytes, int logBytes) throws IOException {
    Path dir = temp.resolve("copy" + copies++);
    Files.createDirectories(dir.resolve("archive"));
    Files.createDirectories(dir.resolve("indexes"));
    Files.write(dir.resolve("archive").resolve(name), warcBytes);
    Files.write(dir.resolve("indexes/recent-0.cdxj"), Arrays.copyOf(index, indexBytes));
    Files.write(dir.resolve("crawl.log"), Arrays.copyOf(log, logBytes));
    return dir;
  }

  /// Opens at the end of the first `committed` pages and expects `whole` pages in the end.
  private void check(Path dir, int committed, int whole, String what) throws IOException {
    ArchivePosition at = committed == 0 ? ArchivePosition.START : kept.get(committed - 1).end();
    List<String> replayed = new ArrayList<>();
    try (Archive archive =
        Archive.openAt(dir, options(), at, r -> replayed.add(r.exchange().url()))) {
      archive.flush();
      List<String> expected = new ArrayList<>();
      for (int i = committed; i < whole; i++) {
        expected.add("http://e.example/" + i);
      }
      assertEquals(expected, replayed, what);
      int indexEnd = whole == 0 ? 0 : (int) kept.get(whole - 1).end().indexBytes();
      int logEnd = whole == 0 ? 0 : (int) kept.get(whole - 1).end().logBytes();
      byte[] lines = Files.readAllBytes(dir.resolve("indexes/recent-0.cdxj"));
      byte[] logLines = Files.readAllBytes(dir.resolve("crawl.log"));
      assertArrayEquals(Arrays.copyOf(index, indexEnd), lines, what);
      assertArrayEquals(Arrays.copyOf(log, logEnd), logLines, what);
      if (whole > 0) {
        assertEquals(kept.get(whole - 1).end(), archive.position(), what);
      }
    }
    delete(dir);
  }

  private static void delete(Path dir) throws IOException {
    List<Path> files;
    try (Stream<Path> walked = Files.walk(dir)) {
      files = walked.toList().reversed();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }

  private int wholePages(int bytes) {
    int whole = 0;
    while (whole < PAGES && kept.get(whole).end().offset() <= bytes) {
      whole++;
    }
    return whole;
  }

  @Test
  @Tag("slow")
  void aFileCutAtAnyByteIsMadeWhole() throws IOException {
    // Every byte of the last exchange, every seventh before.
    int last = (int) kept.get(PAGES - 2).end().offset();
    for (int cut = 0; cut <= warc.length; cut += cut < last ? 7 : 1) {
      int whole = wholePages(cut);
      int committed = random.nextInt(whole + 1);
      int indexed = at(index, committed == 0 ? 0 : kept.get(committed - 1).end().indexBytes());
      int logged = at(log, committed == 0 ? 0 : kept.get(committed - 1).end().logBytes());
      String what = "seed " + SEED + " cut " + cut + " committed " + committed;
      check(copy(Arrays.copyOf(warc, cut), indexed, logged), committed, whole, what);
    }
  }

  /// A size of a line file somewhere at or behind what was committed.
  private int at(byte[] lines, long committed) {
    return (int) committed + random.nextInt(lines.length - (int) committed + 1);
  }

  @Test
  void damageBehindTheCommitCutsFromThere() throws IOException {
    int start = (int) kept.get(1).end().offset();
    for (int round = 0; round < 60; round++) {
      byte[] bytes = warc.clone();
      int at = start + random.nextInt(warc.length - start);
      bytes[at] ^= (byte) (1 << random.nextInt(8));
      // The fields of a gzip header that carry no meaning may be any.
      int page = at < kept.get(2).end().offset() ? 2 : 3;
      Path dir = copy(bytes, at(index, kept.get(1).end().indexBytes()), log.length);
      List<String> replayed = new ArrayList<>();
      Archive.openAt(dir, options(), kept.get(1).end(), r -> replayed.add(r.exchange().url()))
          .close();
      String what = "seed " + SEED + " round " + round + " byte " + at;
      assertTrue(replayed.size() == page - 2 || replayed.size() == 2, what + " " + replayed);
      delete(dir);
    }
  }

  @Test
  void linesShortOfTheCommitAreWrittenAnew() throws IOException {
    for (int committed = 1; committed <= PAGES; committed++) {
      for (int lines = 0; lines < kept.get(committed - 1).end().indexBytes(); lines += 211) {
        check(copy(warc, lines, log.length), committed, PAGES, "index cut at " + lines);
      }
      for (int lines = 0; lines < kept.get(committed - 1).end().logBytes(); lines += 211) {
        check(copy(warc, index.length, lines), committed, PAGES, "log cut at " + lines);
      }
    }
  }

  @Test
  void aTornArchiveGoesOn() throws IOException {
    Path dir = copy(Arrays.copyOf(warc, warc.length - 3), index.length, log.length);
    try (Archive archive = Archive.openAt(dir, options(), kept.getFirst().end(), r -> {})) {
      archive.append(Visits.page("http://e.example/new", "new"), Notes.NONE);
    }
    List<String> all = new ArrayList<>();
    Archive.openAt(dir, options(), ArchivePosition.START, r -> all.add(r.exchange().url())).close();
    assertEquals(
        List.of(
            "http://e.example/0",
            "http://e.example/1",
            "http://e.example/2",
            "http://e.example/new"),
        all);
    assertEquals(4, Files.readAllLines(dir.resolve("indexes/index.cdxj")).size());
    assertEquals(4, Files.readAllLines(dir.resolve("crawl.log")).size());
  }
}
