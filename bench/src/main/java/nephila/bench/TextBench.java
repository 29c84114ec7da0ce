package nephila.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.text.ContentReader;
import nephila.text.PageContent;
import nephila.text.SiteTemplate;

/// What the pages of `pages.jsonl` say, a line of JSON a page on standard output, for
/// `bench/text/score.js`; CPU a page on standard error, learning what pages share included.
///
/// `TextBench PAGES [alone]`: alone does without the siblings.
public final class TextBench {
  private TextBench() {}

  private record Page(String url, String site, byte[] bytes, boolean judged) {}

  public static void main(String... args) throws IOException {
    List<Page> pages = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(args[0]).resolve("pages.jsonl"))) {
      Map<String, Object> page = JSON.std.mapFrom(line);
      byte[] bytes = Files.readAllBytes(Path.of(page.get("file").toString()));
      pages.add(
          new Page(
              page.get("url").toString(),
              page.get("site").toString(),
              bytes,
              page.containsKey("gold")));
    }
    boolean alone = args.length > 1;
    run(pages, alone, null); // warm
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    long begun = cpu();
    int read = run(pages, alone, out);
    out.flush();
    System.err.printf("ours: %d pages, %.2f CPU ms a page%n", read, (cpu() - begun) / 1e6 / read);
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static int run(List<Page> pages, boolean alone, PrintStream out) throws IOException {
    Map<String, SiteTemplate.Learner> learners = new HashMap<>();
    Map<String, SiteTemplate> templates = new HashMap<>();
    if (!alone) {
      for (Page page : pages) {
        learners
            .computeIfAbsent(page.site, site -> new SiteTemplate.Learner())
            .page(page.bytes, 0, page.bytes.length, null);
      }
      learners.forEach((site, learner) -> templates.put(site, learner.learned()));
    }
    int read = 0;
    for (Page page : pages) {
      if (page.judged) {
        SiteTemplate template = templates.getOrDefault(page.site, SiteTemplate.NONE);
        PageContent content =
            ContentReader.read(page.bytes, 0, page.bytes.length, null, page.url, template);
        read++;
        if (out != null) {
          Map<String, Object> row = new LinkedHashMap<>();
          row.put("url", page.url);
          row.put("title", content.title());
          row.put("markdown", content.markdown());
          row.put("text", content.text());
          out.println(JSON.std.asString(row));
        }
      }
    }
    return read;
  }
}
