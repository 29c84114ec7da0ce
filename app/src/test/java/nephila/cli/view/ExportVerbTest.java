package nephila.cli.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import it.unimi.dsi.webgraph.ImmutableGraph;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipFile;
import nephila.archive.Archives;
import nephila.cli.LittleCrawl;
import nephila.cli.Typed;
import nephila.formats.GraphReader;
import nephila.graph.CsrGraph;
import nephila.store.CrawlStore;
import nephila.view.OpicTotals;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("unchecked") // of JSON
class ExportVerbTest {
  @TempDir static Path temp;

  private static String dir = "";

  @BeforeAll
  static void crawl() throws Exception {
    dir = temp.resolve("crawl").toString();
    LittleCrawl.into(Path.of(dir), 7, 120);
  }

  private static Path export(String what, String name) {
    Path file = temp.resolve(name);
    Typed typed = Typed.line("export", dir, what, file.toString());
    assertEquals(0, typed.exit(), typed.err());
    return file;
  }

  private static List<Map<String, Object>> jsonLines(Path file) throws Exception {
    List<Map<String, Object>> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add(JSON.std.mapFrom(line));
    }
    return lines;
  }

  private static List<String> packedLines(Path file) throws Exception {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(file))))) {
      return in.lines().toList();
    }
  }

  @Test
  void pagesAreTheKnownOnesAndTheirImportanceSumsToOne() throws Exception {
    List<Map<String, Object>> pages = jsonLines(export("--pages", "pages.jsonl"));
    double sum = 0;
    Set<Object> urls = new HashSet<>();
    for (Map<String, Object> page : pages) {
      sum += ((Number) page.get("importance")).doubleValue();
      urls.add(page.get("url"));
      double score = ((Number) page.get("linkScore")).doubleValue();
      assertTrue(score >= 0 && score <= 100, page + "");
      boolean unread = List.of("waiting", "out of scope").contains(page.get("state"));
      assertEquals(!unread, page.containsKey("lastRead"), page + "");
    }
    assertEquals(1, sum, 1e-9);
    try (CrawlStore store = CrawlStore.look(Path.of(dir))) {
      assertEquals(store.knownPages(), urls.size());
    }
    assertEquals(pages.size() + 1, Files.readAllLines(export("--pages", "pages.csv")).size());
  }

  /// Where nothing has changed, what was written before is not replaced by nothing.
  @Test
  void changedTextsAloneLeaveAFileAsItIsWhereNoneHas() throws Exception {
    Path first = export("--text", "texts.jsonl");
    List<String> texts = Files.readAllLines(first);
    assertTrue(texts.size() > 50, texts.size() + " texts");
    Typed again = Typed.line("export", dir, "--text", first.toString(), "--changed-only");
    assertEquals(0, again.exit(), again.err());
    assertTrue(again.err().contains("left as it was"), again.err());
    assertEquals(texts, Files.readAllLines(first));
    Path other = temp.resolve("others.jsonl");
    Typed whole = Typed.line("export", dir, "--text", other.toString(), "--changed-only");
    assertEquals(0, whole.exit(), whole.err());
    assertEquals(texts.size(), Files.readAllLines(other).size());
  }

  /// In the papers' terms: all cash together is 1, all that was paid is G.
  @Test
  void ofACrawlWithOpicThereAreCashAndHistory() throws Exception {
    Path opic = temp.resolve("opic");
    LittleCrawl.into(opic, 7, 300, "--importance", "opic", "--refresh", "0.5", "--min-age", "0");
    Path file = temp.resolve("opic.jsonl");
    Typed typed = Typed.line("export", opic.toString(), "--pages", file.toString());
    assertEquals(0, typed.exit(), typed.err());
    double cash = 0;
    double history = 0;
    double share = 0;
    for (Map<String, Object> page : jsonLines(file)) {
      cash += ((Number) page.get("opicCash")).doubleValue();
      history += ((Number) page.get("opicHistory")).doubleValue();
      share += ((Number) page.get("opicShare")).doubleValue();
      assertTrue(page.containsKey("opicEstimate"), page.toString());
    }
    double turnover;
    try (CrawlStore store = CrawlStore.look(opic)) {
      turnover = OpicTotals.of(store).turnover();
    }
    assertEquals(1, cash, 1e-6);
    // What pages that are gone have paid is in G and in no row.
    assertTrue(history > 0.8 * turnover && history <= turnover + 1e-9, history + " of " + turnover);
    assertEquals(history / turnover, share, 1e-9);
    Path table = temp.resolve("opic.parquet");
    assertEquals(0, Typed.line("export", opic.toString(), "--pages", table.toString()).exit());
    assertTrue(Files.size(table) > 0);
  }

  @Test
  void linksAreTheSameAsTableAsEdgesAndAsBvGraph() throws Exception {
    List<Map<String, Object>> table = jsonLines(export("--links", "links.jsonl"));
    Path urls = export("--urls", "urls.txt");
    CsrGraph edges =
        new GraphReader().urls(urls).open(export("--links", "links.txt").toString()).csr();
    CsrGraph packed = new GraphReader().open(export("--links", "links.graph").toString()).csr();
    assertEquals(edges, packed);
    assertEquals(table.size(), edges.links());
    List<String> names = Files.readAllLines(urls);
    Set<String> links = new HashSet<>();
    table.forEach(link -> links.add(link.get("source") + " " + link.get("target")));
    for (int page = 0; page < edges.pages(); page++) {
      for (long k = edges.rowStart(page); k < edges.rowStart(page + 1); k++) {
        assertTrue(links.contains(names.get(page) + " " + names.get(edges.target(k))));
      }
    }
    ImmutableGraph foreign = ImmutableGraph.load(temp.resolve("links").toString());
    assertEquals(edges.links(), foreign.numArcs());
  }

  @Test
  void commonCrawlsFilesAreReadBackAndRanked() throws Exception {
    Path base = temp.resolve("web");
    assertEquals(0, Typed.line("export", dir, "--common-crawl", base.toString()).exit());
    var graph = new GraphReader().open(base.toString());
    List<String> names = packedLines(Path.of(base + "-vertices.txt.gz"));
    assertEquals(names.size(), graph.graph().pages());
    assertEquals(
        names.stream().map(line -> line.split("\t")[1]).sorted().toList(),
        names.stream().map(line -> line.split("\t")[1]).toList());
    List<String> ranks = packedLines(Path.of(base + "-ranks.txt.gz"));
    assertEquals(names.size() + 1, ranks.size());
    assertTrue(ranks.getFirst().startsWith("#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val"));
    double before = Double.MAX_VALUE;
    double sum = 0;
    for (String line : ranks.subList(1, ranks.size())) {
      String[] columns = line.split("\t");
      assertTrue(Double.parseDouble(columns[1]) <= before);
      before = Double.parseDouble(columns[1]);
      sum += Double.parseDouble(columns[3]);
    }
    assertEquals(1, sum, 1e-6);
    Typed sites = Typed.line("sites", base.toString(), "--json");
    assertEquals(0, sites.exit(), sites.err());
  }

  @Test
  void sitesOfCommonCrawlsFilesAreNamedAsOnTheWeb() throws Exception {
    Path vertices = temp.resolve("hosts-vertices.txt");
    Files.writeString(vertices, "0\t10.1.2.3\n1\torg.example.www\n");
    Files.writeString(temp.resolve("hosts-edges.txt"), "0\t1\n");
    Typed sites = Typed.line("sites", vertices.toString(), "--by", "host", "--json");
    assertTrue(sites.out().contains("\"site\":\"10.1.2.3\""), sites.out() + sites.err());
    assertTrue(sites.out().contains("\"site\":\"www.example.org\""), sites.out());
  }

  @Test
  void precedencesAreHeritrixs() throws Exception {
    int first = 0;
    for (String line : Files.readAllLines(export("--precedence", "precedence.txt"))) {
      String[] columns = line.split("\\s");
      int precedence = Integer.parseInt(columns[1]);
      assertTrue(precedence >= 1 && precedence <= 127 && columns[0].startsWith("http"), line);
      first += precedence == 1 ? 1 : 0;
    }
    assertTrue(first > 0, "nothing is first");
  }

  @Test
  void historyHasALineForEveryRequest() throws Exception {
    List<Map<String, Object>> history = jsonLines(export("--history", "history.jsonl"));
    List<String> log = Files.readAllLines(Path.of(dir, "crawl.log"));
    assertEquals(log.size(), history.size());
    assertTrue(log.getFirst().startsWith((String) history.getFirst().get("at")), log.getFirst());
    assertTrue(log.getFirst().contains(" " + history.getFirst().get("url") + " "));
  }

  @Test
  void waczHoldsEveryPageOfTheArchive() throws Exception {
    Path file = export("--wacz", "crawl.wacz");
    Set<String> ours = new HashSet<>();
    Set<String> theirs = new HashSet<>();
    Archives.pages(Path.of(dir), page -> ours.add(page.url() + page.date()));
    assertEquals(
        0, Archives.pages(file, page -> theirs.add(page.url() + page.date())).problems().size());
    assertEquals(ours, theirs);
  }

  private static byte[] entry(Path wacz, String name) throws Exception {
    try (ZipFile zip = new ZipFile(wacz.toFile())) {
      return zip.getInputStream(zip.getEntry(name)).readAllBytes();
    }
  }

  @Test
  void waczListsItsPagesWithTextAndSeed() throws Exception {
    Path file = export("--wacz", "listed.wacz");
    List<String> lines = new String(entry(file, "pages/pages.jsonl"), UTF_8).lines().toList();
    assertEquals(true, JSON.std.mapFrom(lines.getFirst()).get("hasText"));
    List<Map<String, Object>> pages = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      pages.add(JSON.std.mapFrom(line));
    }
    assertTrue(pages.size() > 50, pages.size() + " pages");
    assertEquals(1, pages.stream().filter(page -> page.containsKey("seed")).count());
    for (Map<String, Object> page : pages) {
      assertTrue(String.valueOf(page.get("text")).length() > 10, page.toString());
      assertTrue(!String.valueOf(page.get("title")).isEmpty(), page.toString());
    }
    assertEquals(
        Files.readString(Path.of(dir, "crawl.log")),
        new String(entry(file, "logs/crawl.log"), UTF_8));
    assertTrue(entry(file, "pages/extraPages.jsonl").length > 0);
  }

  @Test
  void aSignedWaczIsVerifiedByItsPublicKey() throws Exception {
    Path key = temp.resolve("own.key");
    Path file = temp.resolve("signed.wacz");
    for (int run = 0; run < 2; run++) { // the second with the key that the first made
      Typed typed = Typed.line("export", dir, "--wacz", file.toString(), "--sign", key.toString());
      assertEquals(0, typed.exit(), typed.err());
      Map<String, Object> digest = JSON.std.mapFrom(entry(file, "datapackage-digest.json"));
      Map<String, Object> signed = (Map<String, Object>) digest.get("signedData");
      assertEquals(digest.get("hash"), signed.get("hash"));
      byte[] about = entry(file, "datapackage.json");
      String hash =
          "sha256:" + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(about));
      assertEquals(hash, signed.get("hash"));
      byte[] open = Base64.getDecoder().decode((String) signed.get("publicKey"));
      Signature verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
      verifier.initVerify(
          KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(open)));
      verifier.update(hash.getBytes(UTF_8));
      assertTrue(verifier.verify(Base64.getDecoder().decode((String) signed.get("signature"))));
    }
    Files.writeString(key, "no key");
    Typed typed = Typed.line("export", dir, "--wacz", file.toString(), "--sign", key.toString());
    assertEquals(1, typed.exit());
    assertTrue(typed.err().contains("has no PRIVATE KEY block"), typed.err());
    typed = Typed.line("export", dir, "--wacz", file.toString(), "--split", "many");
    assertEquals(2, typed.exit());
    assertTrue(typed.err().contains("not a size"), typed.err());
    typed = Typed.line("export", dir, "--pages", "x.csv", "--split", "1GB");
    assertEquals(2, typed.exit());
  }

  @Test
  void aSplitWaczHasEveryPageOnceAndAListOfItsParts() throws Exception {
    Path many = temp.resolve("many");
    String before = System.setProperty("nephila.archive.rollBytes", "60000");
    try {
      LittleCrawl.into(many, 7, 120);
    } finally {
      if (before == null) {
        System.clearProperty("nephila.archive.rollBytes");
      } else {
        System.setProperty("nephila.archive.rollBytes", before);
      }
    }
    Path file = temp.resolve("many.wacz");
    Typed typed =
        Typed.line("export", many.toString(), "--wacz", file.toString(), "--split", "100KB");
    assertEquals(0, typed.exit(), typed.err());
    Map<String, Object> list = JSON.std.mapFrom(Files.readString(temp.resolve("many.json")));
    assertEquals("multi-wacz-package", list.get("profile"));
    Set<String> ours = new HashSet<>();
    Set<String> theirs = new HashSet<>();
    Archives.pages(many, page -> ours.add(page.url() + page.date()));
    List<Map<String, Object>> parts = (List<Map<String, Object>>) list.get("resources");
    assertTrue(parts.size() > 1, parts.toString());
    for (Map<String, Object> part : parts) {
      Path its = temp.resolve((String) part.get("path"));
      assertEquals(((Number) part.get("bytes")).longValue(), Files.size(its));
      Archives.pages(its, page -> assertTrue(theirs.add(page.url() + page.date())));
    }
    assertEquals(ours, theirs);
  }

  @Test
  void aFileThatTellsNoFormatIsRefused() {
    Typed typed = Typed.line("export", dir, "--pages", temp.resolve("pages.xls").toString());
    assertEquals(2, typed.exit());
    assertTrue(typed.err().contains("tells no format"), typed.err());
    Typed stdout = Typed.line("export", dir, "--sites", "-", "--to", "csv");
    assertTrue(stdout.out().startsWith("rank,site,importance,grade"), stdout.out());
  }

  @Test
  void everyExportHasAPlaceOfItsOwn() {
    String file = temp.resolve("same.csv").toString();
    Typed twice = Typed.line("export", dir, "--pages", file, "--links", file);
    assertEquals(2, twice.exit());
    assertTrue(twice.err().contains("is named twice"), twice.err());
    Typed stdout = Typed.line("export", dir, "--urls", "-");
    assertEquals(2, stdout.exit());
    assertTrue(stdout.err().contains("only tables"), stdout.err());
  }

  @Test
  @Tag("slow")
  void otherPeoplesToolsOpenParquetAndWacz() throws Exception {
    File tools =
        Path.of(System.getProperty("nephila.root", "..")).resolve("app/src/test/foreign").toFile();
    boolean ready = new File(tools, "node_modules").isDirectory();
    assumeTrue(
        ready || run(tools, List.of("npm", "ci", "--no-progress")) != null,
        "npm or its packages could not be had: Parquet and WACZ are not opened by others");
    Path parquet = export("--pages", "pages.parquet");
    List<String> rows = run(tools, List.of("node", "parquet.mjs", parquet.toString()));
    List<Map<String, Object>> pages = jsonLines(export("--pages", "pages2.jsonl"));
    assertEquals(pages.size() + "", rows.getFirst());
    assertEquals(pages.getFirst().get("url"), JSON.std.mapFrom(rows.get(1)).get("url"));
    Path wacz = export("--wacz", "foreign.wacz");
    List<String> opened = run(tools, List.of("node", "wacz.mjs", wacz.toString()));
    Map<String, Object> told = JSON.std.mapFrom(opened.getLast());
    assertEquals("1.1.1", told.get("version"));
    assertEquals(200, told.get("status"));
  }

  /// What a command printed; null when it failed.
  private static List<String> run(File where, List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(where)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      List<String> lines = process.inputReader().lines().toList();
      return process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0 ? lines : null;
    } catch (java.io.IOException | InterruptedException e) {
      return null;
    }
  }
}
