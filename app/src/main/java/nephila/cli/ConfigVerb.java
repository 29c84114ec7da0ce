package nephila.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import nephila.crawl.CrawlConfig;
import nephila.crawl.CrawlConfigKeys;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `nephila config`: the options of a crawl as a commented configuration file.
@Command(
    name = "config",
    description = "Prints a commented configuration file for crawl --config.",
    footer = {
      "  nephila config > crawl.yaml               the usual options, to be edited",
      "  nephila config my-crawl                   the options a crawl dir goes by",
    })
final class ConfigVerb extends Verb {
  @Parameters(arity = "0..1", paramLabel = "DIR", description = "Crawl dir whose options to print.")
  @Nullable Path dir;

  @Override
  public Integer call() {
    CrawlConfig.Builder builder = CrawlConfig.builder();
    if (dir != null) {
      Path file = dir.resolve("plan.yaml");
      if (!Files.exists(file)) {
        throw new nephila.UserError(dir + " holds no crawl; start one with nephila crawl --dir");
      }
      CrawlConfigKeys.apply(builder, Yaml.read(file), file.toString());
    }
    console().results().print(Console.clean(CrawlConfigKeys.toYaml(builder.build())));
    return DONE;
  }
}
