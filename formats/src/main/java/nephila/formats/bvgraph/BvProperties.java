package nephila.formats.bvgraph;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import nephila.UserError;
import nephila.formats.ErrorText;

/// What `BASE.properties` tells of a BVGraph.
///
/// @param graphClass the class that reads it in WebGraph
/// @param flags which codes are not the default ones
record BvProperties(
    String graphClass,
    int nodes,
    long arcs,
    int windowSize,
    int minInterval,
    int zetaK,
    String flags) {

  static BvProperties read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new UserError(file + ": cannot be read (" + e.getMessage() + ")", e);
    }
    long nodes = number(file, properties, "nodes", null);
    if (nodes > Integer.MAX_VALUE) {
      throw new UserError(file + ": " + nodes + " nodes; the limit of a graph is 2^31 - 1 pages");
    }
    return new BvProperties(
        text(file, properties, "graphclass").replaceFirst("^class ", ""),
        (int) nodes,
        number(file, properties, "arcs", null),
        (int) number(file, properties, "windowsize", "7"),
        (int) number(file, properties, "minintervallength", "4"),
        (int) number(file, properties, "zetak", "3"),
        properties.getProperty("compressionflags", "").trim());
  }

  /// Whether [BvDecoder] reads it: the usual class and codes, links that fit in an array.
  boolean usual() {
    return graphClass.equals("it.unimi.dsi.webgraph.BVGraph")
        && flags.isEmpty()
        && zetaK >= 1
        && arcs <= Integer.MAX_VALUE - 16;
  }

  private static String text(Path file, Properties properties, String key) {
    String value = properties.getProperty(key);
    if (value == null) {
      throw new UserError(file + ": '" + key + "' is missing; not the properties of a BVGraph");
    }
    return value.trim();
  }

  private static long number(
      Path file,
      Properties properties,
      String key,
      @org.jspecify.annotations.Nullable String usual) {
    String value =
        usual == null ? text(file, properties, key) : properties.getProperty(key, usual).trim();
    if (!value.matches("[0-9]{1,18}")) {
      throw new UserError(file + ": " + key + "=" + ErrorText.of(value) + " is not a count");
    }
    return Long.parseLong(value);
  }
}
