package nephila.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import nephila.url.CanonicalUrl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The extractor against jsoup on pages that nobody here wrote: those of the javadoc jars that the
/// loopback web is made of, as far as the local Maven repository has them. `-Dnephila.pages=N`
/// takes N pages of each jar.
@Tag("slow")
class RealPagesTest {
  private static final int PAGES_A_JAR = Integer.getInteger("nephila.pages", 60);

  @Test
  void realPagesHaveTheSameLinks() throws IOException {
    List<Path> jars = jars();
    assumeTrue(
        !jars.isEmpty(), "no javadoc jars of ../shared/tools/loopback-web/sites.coords here");
    List<String> differences = new ArrayList<>();
    int pages = 0;
    for (int site = 0; site < jars.size(); site++) {
      try (ZipFile jar = new ZipFile(jars.get(site).toFile())) {
        List<ZipEntry> entries = new ArrayList<>(Collections.list(jar.entries()));
        entries.removeIf(entry -> !entry.getName().endsWith(".html"));
        int step = Math.max(1, entries.size() / PAGES_A_JAR);
        for (int i = 0; i < entries.size(); i += step) {
          compare(jar, entries.get(i), "http://site" + site + ".test:8080/", differences);
          pages++;
        }
      }
    }
    assertEquals(List.of(), differences);
    assertTrue(pages >= 20 * jars.size(), "only " + pages + " pages");
  }

  private static void compare(ZipFile jar, ZipEntry entry, String site, List<String> differences)
      throws IOException {
    byte[] bytes = jar.getInputStream(entry).readAllBytes();
    if (!(CanonicalUrl.parse(site + entry.getName()) instanceof CanonicalUrl url)) {
      return;
    }
    Set<String> expected = JsoupOracle.links(bytes, null, url);
    Set<String> found = LinkOracleTest.ours(bytes, "text/html", url);
    if (!expected.equals(found)) {
      differences.add(jar.getName() + " " + entry.getName());
    }
  }

  private static List<Path> jars() throws IOException {
    Path root = Path.of(System.getProperty("nephila.root", ".."));
    Path coordinates = root.resolve("../shared/tools/loopback-web/sites.coords");
    List<Path> jars = new ArrayList<>();
    if (!Files.exists(coordinates)) {
      return jars;
    }
    String home = System.getProperty("user.home", ".");
    Path repository = Path.of(System.getProperty("maven.repo.local", home + "/.m2/repository"));
    for (String line : Files.readAllLines(coordinates)) {
      String[] parts = line.strip().split(":", -1);
      if (parts.length == 3) {
        String file = parts[1] + "-" + parts[2] + "-javadoc.jar";
        String group = parts[0].replace('.', '/');
        Path jar = repository.resolve(group).resolve(parts[1]).resolve(parts[2]).resolve(file);
        if (Files.exists(jar)) {
          jars.add(jar);
        }
      }
    }
    return jars;
  }
}
