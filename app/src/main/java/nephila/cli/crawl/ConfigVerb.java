package nephila.cli.crawl;

import java.nio.file.Path;
import nephila.cli.Console;
import nephila.cli.Verb;
import nephila.config.CrawlConfig;
import nephila.config.Profile;
import nephila.config.Settings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila config`: the options of a crawl as a commented configuration file.
@Command(
    name = "config",
    description = "Prints a commented configuration file for crawl --config.",
    footer = {
      "  nephila config > crawl.yaml               the usual options, to be edited",
      "  nephila config my-crawl                   the options a crawl dir goes by",
      "  nephila config --profile archive          what a profile sets",
    })
public final class ConfigVerb extends Verb {
  @Parameters(arity = "0..1", paramLabel = "DIR", description = "Crawl dir whose options to print.")
  @Nullable Path dir;

  @Option(
      names = "--profile",
      paramLabel = "archive|search|data",
      description = "With the settings of this profile, as crawl --profile has them.")
  @Nullable Profile profile;

  @Override
  public Integer call() {
    CrawlConfig config = dir == null ? CrawlConfig.usual() : Yaml.planOf(dir);
    config = profile == null ? config : profile.applied(config);
    console().results().print(Console.clean(Settings.toYaml(config)));
    return DONE;
  }
}
