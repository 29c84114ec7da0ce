package nephila.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The programs in `examples/` compile against the engine and do what they say.
class ExamplesTest {
  @TempDir Path classes;

  @Test
  void theToyCrawlIsRanked() throws Exception {
    Path source = compiled("RankToyCrawl");
    assertTrue(Files.readAllLines(source).size() < 40, "the example is meant to be short");
    String[] lines = run("RankToyCrawl").split("\n");
    assertEquals(6, lines.length);
    assertTrue(lines[0].endsWith("/news"), lines[0]);
    assertEquals("error below 1e-9: true", lines[5].strip());
  }

  @Test
  void scoringInTheMannerOfNutchDoesNotGrowWithTheRounds() throws Exception {
    compiled("NutchStyleScoring");
    String[] lines = run("NutchStyleScoring").split("\n");
    assertEquals("after 50 rounds all scores sum to 1.0000", lines[lines.length - 1].strip());
    assertTrue(lines[3].endsWith("https://b.org/"), "the redirect's target is known: " + lines[3]);
  }

  @Test
  void thePlainCrawlerReadsTheMostImportantPagesOfASite() throws Exception {
    compiled("PlainCrawler");
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 8);
    server.createContext(
        "/",
        exchange -> {
          int page = exchange.getRequestURI().getPath().equals("/") ? 0 : 1;
          String links = "<a href=\"/\">home</a> <a href=/news>news</a>";
          byte[] body =
              (page == 0 ? links + "<a href='/1'>1</a><a href='/2'>2</a>" : links)
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      String seed = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
      String[] lines = run("PlainCrawler", seed, "3").split("\n");
      assertEquals("3 pages read of 4 known", lines[0].strip());
      assertTrue(lines[1].contains(seed), lines[1]);
    } finally {
      server.stop(0);
    }
  }

  private Path compiled(String name) {
    Path source =
        Path.of(System.getProperty("nephila.root", "..")).resolve("examples/" + name + ".java");
    String classPath = System.getProperty("java.class.path");
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", classPath, "-d", classes + "", source + "");
    assertEquals(0, compiled);
    return source;
  }

  private String run(String main, String... args) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      loader.loadClass(main).getMethod("main", String[].class).invoke(null, (Object) args);
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
