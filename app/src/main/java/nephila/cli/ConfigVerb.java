package nephila.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import nephila.crawl.Plan;
import nephila.crawl.PlanKeys;
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
    Plan.Builder builder = Plan.builder();
    if (dir != null) {
      Path file = dir.resolve("plan.yaml");
      if (!Files.exists(file)) {
        throw new nephila.UserError(dir + " holds no crawl; start one with nephila crawl --dir");
      }
      PlanKeys.apply(builder, Yaml.read(file), file.toString());
    }
    console().results().print(Console.clean(PlanKeys.toYaml(builder.build())));
    return DONE;
  }
}
