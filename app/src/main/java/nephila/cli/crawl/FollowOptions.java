package nephila.cli.crawl;

import java.nio.file.Path;
import java.util.List;
import nephila.cli.WrongUse;
import nephila.cli.view.LeastShare;
import nephila.exchange.text.TextFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options of a crawl that say what is made of its pages, and who is told, while it runs.
public final class FollowOptions {
  @Option(
      names = "--text",
      paramLabel = "FILE",
      description =
          "Write what the pages say while they are read: .jsonl (.gz, .zst), .wet.gz, a folder of"
              + " .md files, or .parquet (at the end). When the crawl ends by itself, the file is"
              + " written anew by importance, as nephila export --text does.")
  @Nullable Path text;

  @Option(
      names = "--chunks",
      paramLabel = "WORDS",
      description = "With --text: pieces of at most so many words, split at headings.")
  int chunks;

  @Option(
      names = "--track",
      paramLabel = "FOLDER",
      description =
          "Look for near copies of the texts in FOLDER; they are told, and kept in copies.jsonl of"
              + " the crawl dir. See nephila track.")
  @Nullable Path track;

  @Option(
      names = "--notify",
      paramLabel = "WHERE",
      description =
          "Tell what happens, as JSON lines: a file, '| command' for its standard input, or a"
              + " http(s) URL. May be repeated.")
  List<String> notify = List.of();

  @Option(
      names = "--notify-above",
      paramLabel = "SHARE",
      description = "New and rising pages are told above this importance (usually 0.1%%).")
  String notifyAbove = "0.1%";

  @Option(
      names = "--watch",
      paramLabel = "FILE",
      description = "URLs, one a line: with --notify it is told when one changes or dies.")
  @Nullable Path watch;

  boolean isAny() {
    return text != null || track != null || !notify.isEmpty();
  }

  /// Refuses what cannot be.
  void check() {
    if (chunks != 0 && text == null) {
      throw new WrongUse("--chunks says how texts are written; name a file with --text");
    }
    if (chunks != 0 && (chunks < 20 || chunks > 100_000)) {
      throw new WrongUse("--chunks " + chunks + ": must be between 20 and 100000 words, like 300");
    }
    Path file = text;
    if (file != null) {
      TextFormat format = WrongUse.typed(() -> TextFormat.of(file));
      if (chunks != 0 && (format == TextFormat.WET || format == TextFormat.FOLDER)) {
        throw new WrongUse(
            text
                + ": pieces are rows of a table; with --chunks write .jsonl (.gz, .zst) or"
                + " .parquet");
      }
    }
    if (watch != null && notify.isEmpty()) {
      throw new WrongUse("--watch says what is told; say where with --notify");
    }
    LeastShare.of("--notify-above", notifyAbove);
  }
}
