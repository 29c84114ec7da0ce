package nephila.cli.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import nephila.UserError;
import nephila.cli.Interruption;
import nephila.cli.SuggestedCommand;
import nephila.cli.Verb;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.Rebuild;
import nephila.view.OpicTotals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila rebuild`: a fresh state from archive and log.
@Command(
    name = "rebuild",
    description =
        "Makes the state of a crawl anew from its archive and log, without a request; what was"
            + " there is kept. For a state that is lost or that `nephila check` finds damaged.",
    footer = {
      "  nephila rebuild my-crawl                  then go on: nephila crawl --dir my-crawl",
      "  nephila rebuild my-crawl --json           the result as one line of JSON",
    })
public final class RebuildVerb extends Verb {
  private static final int SHOWN = 20;

  @Parameters(paramLabel = "DIR", description = "A crawl dir.")
  Path dir = Path.of(".");

  @Option(names = "--json", description = "The result as one line of JSON.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    CrawlConfig plan =
        Yaml.plan(dir)
            .orElseThrow(
                () ->
                    new UserError(
                        dir
                            + " has no plan.yaml; write one with `nephila config` and the seeds of"
                            + " the crawl"));
    Rebuild.Result result;
    try (Interruption interruption = Interruption.ends(this::interrupted)) {
      result = Rebuild.of(dir, plan, Crawl.World.real());
    }
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("exchanges", result.exchanges());
      line.put("pages", result.pages());
      line.put("read", result.read());
      line.put("errorBound", result.errorBound());
      line.putAll(OpicTotals.fields(result.opic()));
      line.put("gaps", result.gaps());
      line.put("lost", result.lost());
      line.put("before", result.before().toString());
      console().json(line);
    } else {
      print(result);
    }
    return DONE;
  }

  private void interrupted() {
    console()
        .err(
            "Interrupted; %s. Make the state anew with: nephila rebuild %s",
            Rebuild.interrupted(dir)
                .map(before -> "the archive is kept, state and log as they were are in " + before)
                .orElse("nothing was changed"),
            SuggestedCommand.word(dir));
  }

  private void print(Rebuild.Result result) {
    console()
        .out(
            "%,d exchanges entered: %,d pages, %,d read, importance %s",
            result.exchanges(),
            result.pages(),
            result.read(),
            result.opic() == null
                ? String.format(Locale.ROOT, "within %.1e", result.errorBound())
                : "by " + result.opic().words());
    result
        .gaps()
        .forEach(
            gap ->
                console()
                    .out(
                        "lost: %,d bytes of %s at offset %,d; the file as it was: %s.damaged",
                        gap.bytes(), gap.file(), gap.from(), gap.file()));
    List<String> lost = result.lost();
    lost.stream().limit(SHOWN).forEach(url -> console().out("to be read again: %s", url));
    if (lost.size() > SHOWN) {
      console().out("to be read again: %,d more", lost.size() - SHOWN);
    }
    console()
        .out(
            "The state as it was: %s. Go on with nephila crawl --dir %s",
            result.before(), SuggestedCommand.word(dir));
  }
}
