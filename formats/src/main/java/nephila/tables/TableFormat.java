package nephila.tables;

import java.util.Locale;
import java.util.Optional;

/// The formats a table can be written in.
public enum TableFormat {
  CSV,
  TSV,
  JSONL,
  PARQUET;

  /// The format that a file name asks for, if it asks for one of these.
  public static Optional<TableFormat> ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|zst)$", "");
    if (lower.endsWith(".csv")) {
      return Optional.of(CSV);
    }
    if (lower.endsWith(".tsv")) {
      return Optional.of(TSV);
    }
    if (lower.endsWith(".jsonl") || lower.endsWith(".ndjson")) {
      return Optional.of(JSONL);
    }
    return lower.endsWith(".parquet") ? Optional.of(PARQUET) : Optional.empty();
  }
}
