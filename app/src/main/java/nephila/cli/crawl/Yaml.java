package nephila.cli.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.config.Settings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Configuration files.
public final class Yaml {
  private Yaml() {}

  /// The settings that a crawl dir goes by, if it has any.
  public static Optional<CrawlConfig> plan(Path dir) {
    Path file = dir.resolve("plan.yaml");
    return Files.exists(file) ? Optional.of(settings(CrawlConfig.usual(), file)) : Optional.empty();
  }

  /// The settings that a crawl dir goes by.
  ///
  /// @throws UserError when it has none
  public static CrawlConfig planOf(Path dir) {
    return plan(dir)
        .orElseThrow(
            () -> new UserError(dir + " holds no crawl; start one with nephila crawl --dir"));
  }

  /// The same to look at. A crawl of other people's crawlers has no settings of its own: they say
  /// what is in scope.
  public static CrawlConfig planSeen(Path dir) {
    boolean isTheirs = Files.isDirectory(dir.resolve("frontier")) && plan(dir).isEmpty();
    return isTheirs ? CrawlConfig.usual().with("scope", "any") : planOf(dir);
  }

  /// `config` with the settings of a file.
  public static CrawlConfig settings(CrawlConfig config, Path file) {
    return Settings.apply(config, read(file), file.toString());
  }

  /// The keys and values of a file; duplicate keys are refused.
  public static Map<?, ?> read(Path file) {
    try {
      Object read =
          new Load(LoadSettings.builder().setLabel(file.toString()).build())
              .loadFromString(Files.readString(file));
      if (read == null) {
        return Map.of();
      }
      if (read instanceof Map<?, ?> map) {
        return map;
      }
      throw new UserError(file + ": not a list of keys and values, like max-pages: 1000");
    } catch (NoSuchFileException e) {
      throw new UserError(file + ": no such file", e);
    } catch (MarkedYamlEngineException e) {
      long line = e.getProblemMark().map(mark -> mark.getLine() + 1L).orElse(0L);
      throw UserError.atLine(file.toString(), line, "not YAML: " + e.getProblem());
    } catch (YamlEngineException | IOException e) {
      throw new UserError(file + ": cannot be read as YAML", e);
    }
  }
}
