package nephila.cli;

import java.io.IOException;
import java.nio.file.Path;
import nephila.store.BrokenState;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila check`: proves every invariant of a crawl dir.
@Command(
    name = "check",
    description = "Verifies the books and files of a crawl; says what is wrong and what is safe.",
    footer = {
      "  nephila check my-crawl                    is every unit of worth accounted for?",
      "  nephila check my-crawl --json             the same for scripts",
    })
final class CheckVerb extends Verb {
  @Parameters(paramLabel = "DIR", description = "A crawl dir.")
  Path dir = Path.of(".");

  @Option(names = "--json", description = "The result as one line of JSON.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    try (CrawlStore store = CrawlStore.look(dir)) {
      StoreCheck.Result result = StoreCheck.of(store);
      if (json) {
        console().json(result);
      } else {
        result.faults().forEach(fault -> console().out("%s", fault));
        console()
            .out(
                "%,d pages, %,d read, %,d links: %s",
                result.pages(),
                result.read(),
                result.links(),
                result.faults().isEmpty()
                    ? "every unit is accounted for"
                    : "the state is damaged; the archive is safe");
      }
      return result.faults().isEmpty() ? DONE : FAILED;
    } catch (BrokenState e) {
      console().err("nephila: %s: %s; the archive is safe", dir, e.getMessage());
      return FAILED;
    }
  }
}
