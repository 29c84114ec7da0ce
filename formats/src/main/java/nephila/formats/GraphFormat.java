package nephila.formats;

import java.util.Locale;
import nephila.UserError;
import org.jspecify.annotations.Nullable;

/// The formats a graph can be written in.
public enum GraphFormat {
  /// `source target` lines, compressed where the name ends in `.gz` or `.zst`.
  EDGES,
  /// Nephila's own binary file.
  CSR,
  /// WebGraph's `.graph`, `.properties` and `.offsets`.
  BVGRAPH;

  /// The format to write a file in: the one asked for, or the one its name asks for. Standard
  /// output, `-`, takes edge lists only.
  public static GraphFormat of(@Nullable GraphFormat asked, String name) {
    if (name.equals("-") && asked != null && asked != EDGES) {
      throw new UserError("--to " + asked + ": goes to a file, not to standard output; name one");
    }
    return asked == null ? ofName(name) : asked;
  }

  /// The format that a file name asks for.
  public static GraphFormat ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".csr")) {
      return CSR;
    }
    if (lower.endsWith(".graph") || lower.endsWith(".properties")) {
      return BVGRAPH;
    }
    if (lower.equals("-") || lower.matches(".*\\.(txt|tsv|edges|gz|zst)")) {
      return EDGES;
    }
    throw new UserError(
        name + ": its ending tells no format (.txt .tsv .edges .gz .zst .csr .graph); say --to");
  }
}
