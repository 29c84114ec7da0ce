package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever is planted in a crawl dir, `nephila check` finds it.
@Tag("slow")
class DamageTest {
  private static final int HEADER = 10;

  @TempDir Path temp;
  private Path dir;

  @BeforeEach
  void crawl() throws Exception {
    dir = temp.resolve("crawl");
    LittleCrawl.into(dir, 7, 120);
    Typed whole = Typed.line("check", dir.toString());
    assertEquals(0, whole.exit(), whole.out());
  }

  private List<Path> files(String folder, String end) throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }

  /// Plants damage, checks, and takes it back; true when it was found or will be repaired.
  private boolean finds(Path file, byte[] damaged) throws IOException {
    byte[] good = Files.readAllBytes(file);
    Files.write(file, damaged);
    try {
      Typed typed = Typed.line("check", dir.toString());
      return typed.exit() != 0 || typed.out().contains("behind the last commit");
    } finally {
      Files.write(file, good);
    }
  }

  private void everyDamageIsFound(List<Path> files, int flips) throws IOException {
    assertTrue(!files.isEmpty(), "there are such files");
    Random random = new Random(5);
    List<String> missed = new ArrayList<>();
    for (Path file : files) {
      byte[] good = Files.readAllBytes(file);
      for (int i = 0; i < flips && good.length > 0; i++) {
        byte[] bad = good.clone();
        int place = random.nextInt(bad.length);
        bad[place] ^= (byte) (1 << random.nextInt(8));
        if (!finds(file, bad) && !isPadding(good, bad, place)) {
          missed.add(file.getFileName() + " bit at " + place + " of " + bad.length);
        }
      }
      int cut = good.length - 1 - random.nextInt(good.length / 2);
      if (!finds(file, Arrays.copyOf(good, cut))) {
        missed.add(file.getFileName() + " cut to " + cut + " of " + good.length);
      }
    }
    assertEquals(List.of(), missed);
  }

  /// Whether only one of the bits was changed that fill up the last byte of a packed record:
  /// nothing reads them. Headers are no such place: the member must begin well before.
  private static boolean isPadding(byte[] good, byte[] bad, int place) {
    int member = Math.min(place, good.length - HEADER);
    while (member > 0 && !beginsMember(good, member)) {
      member--;
    }
    try {
      return place - member >= HEADER
          && Arrays.equals(unpacked(good, member), unpacked(bad, member));
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean beginsMember(byte[] bytes, int at) {
    return bytes[at] == 0x1f && bytes[at + 1] == (byte) 0x8b && bytes[at + 2] == 8;
  }

  private static byte[] unpacked(byte[] bytes, int from) throws IOException {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes, from, bytes.length - from))) {
      return in.readAllBytes();
    }
  }

  @Test
  void inTheArchive() throws Exception {
    everyDamageIsFound(files("archive", ".warc.gz"), 12);
  }

  @Test
  void inIndexAndLog() throws Exception {
    everyDamageIsFound(files("indexes", ".cdxj").stream().filter(f -> size(f) > 0).toList(), 6);
    everyDamageIsFound(List.of(dir.resolve("crawl.log")), 6);
  }

  @Test
  void inTheState() throws Exception {
    List<Path> files =
        Stream.of(".sst", ".log")
            .flatMap(
                end -> {
                  try {
                    return files("state", end).stream();
                  } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                  }
                })
            .filter(file -> size(file) > 0)
            .sorted(Comparator.naturalOrder())
            .toList();
    everyDamageIsFound(files, 4);
    for (Path file : files("state", "")) {
      if (file.getFileName().toString().matches("CURRENT|.*\\.sst")) {
        byte[] good = Files.readAllBytes(file);
        Files.delete(file);
        assertTrue(Typed.line("check", dir.toString()).exit() != 0, file + " is missing");
        Files.write(file, good);
      }
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
