package nephila.formats;

import java.util.Locale;
import nephila.UserError;

/// The formats a graph can be written in.
public enum GraphFormat {
  /// `source target` lines, compressed where the name ends in `.gz` or `.zst`.
  EDGES,
  /// Nephila's own binary file.
  CSR,
  /// WebGraph's `.graph`, `.properties` and `.offsets`.
  BVGRAPH;

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
