package nephila.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import nephila.cli.LittleCrawl;
import nephila.cli.Typed;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A crawl dir damaged in one place: `nephila check` tells of every damage that changes what any
/// verb shows, no verb ends in a stack trace or with the name of a class.
class DirMutationsTest {
  private enum Damage {
    FLIP,
    EIGHT_FLIPS,
    CUT,
    ZERO,
    DELETE,
    EMPTY,
    INSERT,
    DOUBLE,
    NOISE,
    SWAP
  }

  @TempDir Path temp;
  private Path dir;
  private List<Path> files = List.of();
  private String front = "";
  private final List<String> findings = new ArrayList<>();

  @Test
  @Tag("slow")
  void twentyDamagesAreTold() throws Exception {
    mutations(1, 20);
  }

  @Test
  @Tag("nightly")
  void fourHundredDamagesAreTold() throws Exception {
    mutations(1000, Integer.getInteger("nephila.count", 400));
  }

  private void mutations(long first, int count) throws Exception {
    dir = temp.resolve("crawl");
    LittleCrawl.into(dir, 7, 60, "--index");
    files = CrawlDirProof.files(dir).stream().filter(DirMutationsTest::isRead).toList();
    front =
        Typed.line("top", dir.toString(), "--json")
            .out()
            .lines()
            .findFirst()
            .orElse("")
            .replaceFirst(".*?\"url\":\"([^\"]*)\".*", "$1");
    List<String> shown = shown();
    shown.forEach(text -> assertTrue(text.startsWith("0"), text));
    assertEquals(0, Typed.line("check", dir.toString()).exit());
    for (long seed = first; seed < first + count; seed++) {
      mutate(seed, shown);
    }
    assertEquals(List.of(), findings);
  }

  /// Files that some verb reads; a plan that was changed by hand is a plan.
  private static boolean isRead(Path file) {
    String name = file.getFileName().toString();
    return !name.equals("plan.yaml")
        && !name.equals("LOG")
        && !name.startsWith("LOG.")
        && !name.equals("LOCK")
        && !name.equals("IDENTITY")
        && !name.equals("write.lock")
        && !name.startsWith("OPTIONS-");
  }

  private void mutate(long seed, List<String> shown) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Path file = files.get(random.nextInt(files.size()));
    Damage damage = Damage.values()[random.nextInt(Damage.values().length)];
    byte[] good = Files.readAllBytes(file);
    byte[] bad = damaged(good, damage, random);
    if (bad != null && Arrays.equals(good, bad)) {
      return;
    }
    String name = "seed " + seed + ": " + damage + " of " + dir.relativize(file);
    if (bad == null) {
      Files.delete(file);
    } else {
      Files.write(file, bad);
    }
    try {
      Typed check = Typed.line("check", dir.toString());
      boolean told = check.exit() != 0 || check.out().contains("behind the last commit");
      plain(name + ": check", check);
      List<String> now = shown();
      for (int i = 0; i < shown.size(); i++) {
        if (!told && !shown.get(i).equals(now.get(i))) {
          findings.add(name + " changes what verb " + i + " shows, and check does not tell");
        }
      }
    } finally {
      Files.write(file, good);
    }
  }

  /// What verbs show of the crawl.
  private List<String> shown() {
    String at = dir.toString();
    List<String> all = new ArrayList<>();
    for (String[] line :
        new String[][] {
          {"top", at, "--json"},
          {"sites", at, "--json"},
          {"search", at, "page", "--json"},
          {"why", at, front},
        }) {
      Typed typed = typed(line);
      plain(String.join(" ", line), typed);
      all.add(typed.exit() + typed.out());
    }
    return all;
  }

  /// Lucene's own assertions are on in tests, and off for users.
  private static Typed typed(String... line) {
    try {
      return Typed.line(line);
    } catch (AssertionError e) {
      if (e.getStackTrace()[0].getClassName().startsWith("org.apache.lucene")) {
        return new Typed(1, "", "an assertion of Lucene's");
      }
      throw e;
    }
  }

  private void plain(String name, Typed typed) {
    String text = typed.out() + typed.err();
    if (text.contains("\tat ") || text.matches("(?s).*nephila: [A-Z]\\w+(Exception|Error).*")) {
      findings.add(name + " says " + typed.err().strip());
    }
    assertFalse(typed.exit() > 2, name);
  }

  private static byte @Nullable [] damaged(byte[] good, Damage damage, SplittableRandom random) {
    int length = good.length;
    int at = length == 0 ? 0 : random.nextInt(length);
    byte[] bad = good.clone();
    switch (damage) {
      case FLIP -> flip(bad, random);
      case EIGHT_FLIPS -> {
        for (int i = 0; i < 8; i++) {
          flip(bad, random);
        }
      }
      case CUT -> bad = Arrays.copyOf(good, at);
      case ZERO -> Arrays.fill(bad, at, Math.min(length, at + 200), (byte) 0);
      case DELETE -> bad = null;
      case EMPTY -> bad = new byte[0];
      case INSERT, DOUBLE -> {
        int more = damage == Damage.INSERT ? 7 : Math.min(length - at, 300);
        bad = new byte[length + more];
        System.arraycopy(good, 0, bad, 0, at);
        if (damage == Damage.DOUBLE) {
          System.arraycopy(good, at, bad, at, more);
        } else {
          Arrays.fill(bad, at, at + more, (byte) 'x');
        }
        System.arraycopy(good, at, bad, at + more, length - at);
      }
      case NOISE -> {
        for (int i = at; i < Math.min(length, at + 100); i++) {
          bad[i] = (byte) random.nextInt(256);
        }
      }
      case SWAP -> {
        int other = length == 0 ? 0 : random.nextInt(length);
        int most = Math.min(60, Math.min(length - at, length - other));
        System.arraycopy(good, other, bad, at, most);
        System.arraycopy(good, at, bad, other, most);
      }
    }
    return bad;
  }

  private static void flip(byte[] bytes, SplittableRandom random) {
    if (bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
  }
}
