package nephila.cli.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import nephila.cli.Typed;
import nephila.testweb.LittleWeb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinksVerbTest {
  @TempDir Path dir;

  private String page() throws Exception {
    Path file = dir.resolve("page.html");
    Files.writeString(
        file,
        "<title>T</title><a href=../x>One</a><a rel=nofollow href=y>Two</a><a"
            + " href=mailto:a@b>M</a>");
    return file.toString();
  }

  @Test
  void linksAreListedWithWhatTheyAre() throws Exception {
    Typed typed = Typed.line("links", page(), "--base", "example.org/a/b");
    assertEquals(0, typed.exit(), typed.err());
    assertEquals(
        "anchor     http://example.org/x\nanchor     http://example.org/a/y  (nofollow)\n",
        typed.out());
    assertTrue(
        typed.err().contains("2 links, 1 mentions that lead nowhere; title 'T'"), typed.err());
  }

  @Test
  void scriptsGetALineOfJsonEach() throws Exception {
    Typed typed = Typed.line("links", page(), "--base", "http://example.org/a/b", "--json");
    assertEquals(
        "{\"url\":\"http://example.org/x\",\"kinds\":[\"anchor\"],\"nofollow\":false,\"anchor\":\"One\"}",
        typed.out().lines().findFirst().orElse(""));
  }

  @Test
  void anArchiveIsReadWithoutTheNetwork() throws Exception {
    String crawl = dir.resolve("crawl").toString();
    try (LittleWeb web = LittleWeb.open(7, LittleWeb.Options.quick(Clock.systemUTC()))) {
      Typed read = Typed.line("crawl", web.front(), "--dir", crawl, "--quiet", "--max-pages", "20");
      assertEquals(0, read.exit(), read.err());
    }
    Typed links = Typed.line("links", crawl);
    assertEquals(0, links.exit(), links.err());
    assertTrue(links.out().lines().count() > 20, links.err());
    assertTrue(links.out().lines().allMatch(line -> line.matches("http\\S+\thttp\\S+")));
    Typed json = Typed.line("links", crawl, "--json");
    assertTrue(
        json.out().startsWith("{\"from\":\"http"), json.out().lines().findFirst().orElse(""));
    assertEquals(links.out().lines().count(), json.out().lines().count());
  }

  @Test
  void mistakesAreToldInOneLine() throws Exception {
    Typed homeless = Typed.line("links", page());
    assertEquals(2, homeless.exit());
    assertTrue(homeless.err().contains("give --base URL"), homeless.err());
    Typed missing = Typed.line("links", dir + "/none.html", "--base", "http://example.org/");
    assertEquals(1, missing.exit());
    assertTrue(missing.err().contains("none.html: no such file"), missing.err());
    Typed wrong = Typed.line("links", page(), "--base", "mailto:me");
    assertEquals(2, wrong.exit());
    assertTrue(wrong.err().contains("not a URL: 'mailto:me'"), wrong.err());
  }
}
