package nephila.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import nephila.UserError;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Configuration files.
final class Yaml {
  private Yaml() {}

  /// The keys and values of a file; duplicate keys are refused.
  static Map<?, ?> read(Path file) {
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
