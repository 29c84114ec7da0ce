package nephila.exchange.text;

import java.nio.file.Path;
import java.util.Locale;
import nephila.UserError;

/// The forms that texts are written in, told by the ending of a name.
public enum TextFormat {
  JSONL,
  PARQUET,
  /// Common Crawl's: a WARC file of conversion records.
  WET,
  /// A folder with a Markdown file a page.
  FOLDER;

  /// @throws UserError for an ending that tells none
  public static TextFormat of(Path file) {
    String name = file.getFileName() == null ? "" : file.getFileName().toString();
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".jsonl") || lower.endsWith(".jsonl.gz") || lower.endsWith(".jsonl.zst")) {
      return JSONL;
    }
    if (lower.endsWith(".parquet")) {
      return PARQUET;
    }
    if (lower.endsWith(".wet") || lower.endsWith(".wet.gz")) {
      return WET;
    }
    if (file.toString().endsWith("/")
        || java.nio.file.Files.isDirectory(file)
        || !lower.contains(".")) {
      return FOLDER;
    }
    throw new UserError(
        file
            + ": its ending tells no form of text; write .jsonl (.gz, .zst), .parquet, .wet.gz, or"
            + " the name of a folder for Markdown files");
  }
}
