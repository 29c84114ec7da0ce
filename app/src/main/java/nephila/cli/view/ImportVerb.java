package nephila.cli.view;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import nephila.cli.SuggestedCommand;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.exchange.Import;
import nephila.exchange.ImportKind;
import nephila.exchange.ImportedLedger;
import nephila.view.PageRow;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila import`: a crawl that starts with the importance of somebody else's.
@Command(
    name = "import",
    description =
        "Begins a crawl with what somebody else's knows: its pages count as read when they were,"
            + " what they only link to waits, by importance.",
    footer = {
      "  nephila import old.warc.gz CC-MAIN-x.warc.wat.gz --dir my-crawl",
      "  nephila import crawl.log --dir my-crawl && nephila crawl --dir my-crawl --agent ...",
    })
public final class ImportVerb extends Verb {
  @Parameters(
      paramLabel = "SOURCE",
      arity = "1..*",
      description = {
        "WARC, ARC, WACZ, a folder of them, CDX, CDXJ; WAT; Common Crawl's vertices or edges;",
        "Heritrix's crawl.log; the text of nutch readseg -dump; JSON lines of a Scrapy spider."
      })
  List<Path> sources = new ArrayList<>();

  @Option(names = "--dir", paramLabel = "DIR", required = true, description = "The new crawl dir.")
  Path dir = Path.of(".");

  @Option(
      names = "--from",
      paramLabel = "KIND",
      description = {
        "archive, wat, common-crawl, heritrix, nutch or scrapy, where name and first bytes",
        "of a source do not tell."
      })
  @Nullable String from;

  @Option(names = "--json", description = "The counts as a line of JSON.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    List<ImportKind> kinds = new ArrayList<>();
    for (Path source : sources) {
      kinds.add(from == null ? ImportKind.of(source) : kind(from));
    }
    try (ImportedLedger books = new ImportedLedger(dir)) {
      Import reading = new Import(books, console().progress());
      for (int i = 0; i < kinds.size(); i++) {
        reading.read(sources.get(i), kinds.get(i));
      }
      reading.remarks().forEach(remark -> console().err("%s", remark));
      List<PageRow> best = books.finish(sources);
      report(books, reading.remarks(), best);
    }
    return DONE;
  }

  private static ImportKind kind(String typed) {
    try {
      return ImportKind.valueOf(typed.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new WrongUse(
          "--from " + typed + ": known are archive, wat, common-crawl, heritrix, nutch, scrapy");
    }
  }

  private void report(ImportedLedger books, List<String> remarks, List<PageRow> best) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("pages", books.pages());
      line.put("read", books.readPages());
      line.put("links", books.links());
      line.put("badUrls", books.badUrls());
      line.put("remarks", remarks);
      console().json(line);
      return;
    }
    console()
        .out(
            "%,d pages read there, %,d known, %,d links; %,d addresses left out that nobody can"
                + " crawl.",
            books.readPages(), books.pages(), books.links(), books.badUrls());
    best.stream()
        .limit(3)
        .forEach(page -> console().out("  %.5f  %s", page.importance(), page.url()));
    console()
        .err(
            "Go on with: nephila crawl --dir %s --agent NAME --contact URL-or-mail",
            SuggestedCommand.word(dir));
  }
}
