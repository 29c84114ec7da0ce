package nephila.linelog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineLogTest {
  private static final int LINES = 20;

  @TempDir Path dir;
  private Path file;
  private final List<String> seen = new ArrayList<>();

  @BeforeEach
  void twentyLines() throws IOException {
    file = dir.resolve("some.log");
    write(0, LINES);
  }

  private void write(int from, int to) throws IOException {
    try (LineLog log = LineLog.open(file, line -> true)) {
      for (int i = from; i < to; i++) {
        log.append(text(i));
      }
    }
  }

  private static String text(int i) {
    return "page\t" + i + "\thttp://hä.test/" + i;
  }

  private LineFaults read() throws IOException {
    seen.clear();
    return LineLog.read(file, seen::add);
  }

  private static List<String> texts(int from, int to) {
    List<String> all = new ArrayList<>();
    for (int i = from; i < to; i++) {
      all.add(text(i));
    }
    return all;
  }

  @Test
  void whatWasWrittenIsRead() throws IOException {
    assertEquals(0, read().count());
    assertEquals(texts(0, LINES), seen);
    write(LINES, LINES + 5);
    assertEquals(0, read().count());
    assertEquals(texts(0, LINES + 5), seen);
  }

  @Test
  void theFormatIsWhatTheCommentSays() throws IOException {
    assertEquals("page\t0\thttp://hä.test/0\t1:3ffd0a68", Files.readAllLines(file).getFirst());
  }

  @Test
  void everyBitThatTurnsIsToldAndNoLineIsMadeUp() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int bit = 0; bit < whole.length * 8; bit++) {
      byte[] turned = whole.clone();
      turned[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(file, turned);
      assertTrue(read().count() > 0, "bit " + bit);
      assertTrue(texts(0, LINES).containsAll(seen), "bit " + bit);
      assertTrue(seen.size() >= LINES - 2, "bit " + bit + ": " + seen.size());
    }
  }

  @Test
  void everyCutInsideALineIsToldAndCutWhenItGoesOn() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      boolean atEnd = length == 0 || whole[length - 1] == '\n';
      assertEquals(atEnd ? 0 : 1, read().count(), "cut at " + length);
      assertEquals(texts(0, seen.size()), seen);
      int kept = seen.size();
      try (LineLog log = LineLog.open(file, line -> true)) {
        log.append("more");
      }
      assertEquals(0, read().count(), "after the cut at " + length);
      assertEquals(kept + 1, seen.size());
    }
  }

  private LineFaults readWithEarlier() throws IOException {
    seen.clear();
    return LineLog.read(file, seen::add, line -> line.startsWith("page\t"));
  }

  @Test
  void linesOfAnEarlierVersionAreReadCountedAndGoneOnWith() throws IOException {
    Files.write(file, texts(0, 5));
    LineFaults faults = readWithEarlier();
    assertEquals(0, faults.count());
    assertEquals(5, faults.unsealed());
    assertEquals(texts(0, 5), seen);
    try (LineLog log = LineLog.open(file, line -> true, line -> line.startsWith("page\t"))) {
      assertEquals(0, log.faults().count());
      log.append(text(5));
      log.append(text(6));
    }
    assertEquals(0, readWithEarlier().count());
    assertEquals(texts(0, 7), seen);
    assertEquals(5, readWithEarlier().unsealed());
    assertEquals(5, read().count(), "who does not know them is told");
    assertEquals(texts(5, 7), seen);

    Files.writeString(file, "page\t7\ttorn", StandardOpenOption.APPEND);
    assertEquals(1, readWithEarlier().count());
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.remove(5); // the first sealed line
    Files.write(file, lines);
    assertEquals(0, readWithEarlier().unsealed(), "what follows is not the first sealed line");
  }

  @Test
  void everyBitThatTurnsIsToldAlsoWhereEarlierLinesAreKnown() throws IOException {
    for (int lines : new int[] {1, 2, LINES}) {
      Files.delete(file);
      write(0, lines);
      byte[] whole = Files.readAllBytes(file);
      for (int bit = 0; bit < whole.length * 8; bit++) {
        byte[] turned = whole.clone();
        turned[bit / 8] ^= (byte) (1 << bit % 8);
        Files.write(file, turned);
        assertTrue(readWithEarlier().count() > 0, lines + " lines, bit " + bit);
        assertTrue(texts(0, lines).containsAll(seen), lines + " lines, bit " + bit);
      }
    }
  }

  @Test
  void linesThatAreMissingMovedOrDoubledAreTold() throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> without = new ArrayList<>(lines);
    without.subList(5, 8).clear();
    Files.write(file, without);
    assertEquals(List.of(file + ":6: 3 lines are missing before"), read().told());
    assertEquals(LINES - 3, seen.size());

    List<String> doubled = new ArrayList<>(lines);
    doubled.add(7, lines.get(4));
    Files.write(file, doubled);
    assertEquals(
        List.of(file + ":8: line 5 comes again, or out of its place; it is passed over"),
        read().told());
    assertEquals(texts(0, LINES), seen);
  }

  @Test
  void foreignAndEndlessLinesArePassedOver() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.add(3, "x".repeat(3 << 20));
    lines.add(9, "page\t9\tby hand");
    Files.write(file, lines);
    LineFaults faults = read();
    assertEquals(2, faults.count());
    assertTrue(faults.told().get(0).contains(":4: "), faults.told().get(0));
    assertTrue(faults.told().get(1).contains(":10: "), faults.told().get(1));
    assertEquals(texts(0, LINES), seen);
  }

  @Test
  void aLineOfMostBytesIsTakenAndReadAndOneMoreIsNot() throws IOException {
    int seal = "\t21:12345678\n".length();
    String longest = "x".repeat(LineLog.MOST_BYTES - seal);
    try (LineLog log = LineLog.open(file, line -> true)) {
      assertThrows(IOException.class, () -> log.append(longest + "x"));
      log.append(longest);
      assertEquals(LINES + 1, log.lines());
      assertEquals(0, log.faults().count());
      log.force();
    }
    assertEquals(0, read().count());
    assertEquals(longest, seen.getLast());
  }

  @Test
  void twentyFaultsAreToldAndAllAreCounted() throws IOException {
    Files.writeString(file, "no seal\n".repeat(25));
    LineFaults faults = read();
    assertEquals(25, faults.count());
    assertEquals(20, faults.told().size());
    assertTrue(faults.told().getLast().startsWith(file + ":20: "));
  }

  @Test
  void aLogThatIsNotThereHasNoLines() throws IOException {
    assertEquals(0, LineLog.read(dir.resolve("none"), seen::add).count());
    try (LineLog log = LineLog.open(dir.resolve("new"), line -> true)) {
      assertEquals(0, log.lines());
    }
  }

  @Test
  void damagedLinesAreNotCountedAsMissingToo() throws IOException {
    List<String> lines = Files.readAllLines(file);
    lines.set(4, "damaged");
    lines.set(5, "damaged");
    lines.remove(8);
    Files.write(file, lines);
    assertEquals(
        List.of(
            file + ":5: the line is not as it was written; it is passed over",
            file + ":6: the line is not as it was written; it is passed over",
            file + ":9: a line is missing before"),
        read().told());
  }

  @Test
  void whatTheReaderDoesNotKnowIsTold() throws IOException {
    LineFaults faults = LineLog.read(file, line -> !line.contains("/7"));
    assertEquals(1, faults.count());
    assertTrue(faults.told().getFirst().contains(":8: "));
  }

  @Test
  void aLineIsOneLineAndNotEndless() throws IOException {
    try (LineLog log = LineLog.open(file, line -> true)) {
      log.append("a\nb");
      assertThrows(IOException.class, () -> log.append("x".repeat(LineLog.MOST_BYTES)));
      log.append("c");
    }
    assertEquals(0, read().count());
    assertEquals(List.of("a b", "c"), seen.subList(LINES, LINES + 2));
  }

  @Test
  void noiseNeverThrowsAndNeverMakesALine() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    byte[] whole = Files.readAllBytes(file);
    for (int round = 0; round < 2000; round++) {
      byte[] noisy = whole.clone();
      int changes = 1 + random.nextInt(40);
      for (int i = 0; i < changes; i++) {
        noisy[random.nextInt(noisy.length)] = (byte) random.nextInt(256);
      }
      Files.write(file, noisy);
      boolean same = Arrays.equals(whole, noisy);
      assertEquals(same, read().count() == 0, "round " + round);
      assertTrue(texts(0, LINES).containsAll(seen), "round " + round);
    }
  }

  @Test
  void aFileOfSomebodyElseHasNoLines() throws IOException {
    Files.write(file, "one\ntwo\nthree".getBytes(ISO_8859_1), StandardOpenOption.TRUNCATE_EXISTING);
    assertEquals(3, read().count());
    assertFalse(seen.contains("one"));
  }
}
