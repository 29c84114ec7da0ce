package nephila.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Every library is, byte by byte, the one that was looked at: `dist/checksums.sha256` has the
/// SHA-256 of each jar, `package-lock.json` that of each package of npm. `dist/checksums` writes
/// the former anew, after a look at what changed.
class PinnedJarsTest {
  private static final Path ROOT = Path.of(System.getProperty("nephila.root", ".."));
  private static final Path PINNED = ROOT.resolve("dist/checksums.sha256");

  @Test
  void everyJarIsTheOneThatWasPinned() throws Exception {
    Map<String, Set<String>> pinned = new HashMap<>();
    for (String line : Files.readAllLines(PINNED)) {
      String[] parts = line.split(" {2}");
      pinned.computeIfAbsent(parts[1], name -> new HashSet<>()).add(parts[0]);
    }
    List<String> wrong = new ArrayList<>();
    int seen = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path jar = Path.of(entry);
      String name = String.valueOf(jar.getFileName());
      boolean ours = name.startsWith("nephila") || !entry.contains("repository");
      if (name.endsWith(".jar") && !ours && Files.exists(jar)) {
        seen++;
        if (!pinned.getOrDefault(name, Set.of()).contains(sha256(jar))) {
          wrong.add(name);
        }
      }
    }
    assertTrue(seen > 20, seen + " jars on the class path");
    assertEquals(
        List.of(), wrong, "jars that are not in dist/checksums.sha256; look, then dist/checksums");
  }

  @Test
  void everyPackageOfNpmIsPinned() throws Exception {
    Pattern packages = Pattern.compile("\"node_modules/[^\"]+\": \\{[^{}]*");
    List<Path> locks = new ArrayList<>();
    try (var files = Files.walk(ROOT, 5)) {
      files
          .filter(file -> file.endsWith("package-lock.json"))
          .filter(file -> !file.toString().contains("node_modules"))
          .forEach(locks::add);
    }
    for (Path lock : locks) {
      Matcher each = packages.matcher(Files.readString(lock));
      while (each.find()) {
        assertTrue(each.group().contains("\"integrity\": \"sha512-"), lock + ": " + each.group());
      }
    }
  }

  private static String sha256(Path file) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new IllegalStateException(file.toString(), e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
