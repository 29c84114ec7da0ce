package nephila.cli.view;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import nephila.cli.Console;
import nephila.cli.WrongUse;
import nephila.exchange.text.TextExport;
import nephila.exchange.text.TextFormat;
import nephila.exchange.text.TextOptions;
import nephila.store.CrawlStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options of `nephila export` that say which texts are written, and how.
public final class TextExportOptions {
  @Option(
      names = "--text",
      paramLabel = "FILE",
      description =
          "What the pages say: .jsonl (.gz, .zst), .parquet, .wet.gz, or a folder of .md files; the"
              + " most important first.")
  public @Nullable Path text;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "With --text: only the N most important pages.")
  long top;

  @Option(
      names = "--site",
      paramLabel = "NAME",
      description = "With --text: only pages of this site or host; may be repeated.")
  List<String> sites = List.of();

  @Option(
      names = "--since",
      paramLabel = "DATE",
      description =
          "With --text: only pages whose content is newer: 2026-11-01, 2026-11-01T12:00:00Z, or an"
              + " age like 7d.")
  @Nullable String since;

  @Option(
      names = "--changed-only",
      description =
          "With --text: only pages that say something else than when they were last written to"
              + " FILE.")
  boolean changedOnly;

  @Option(
      names = "--chunks",
      paramLabel = "WORDS",
      description =
          "With --text: pieces of at most so many words, split at headings, each with the headings"
              + " above it.")
  int chunks;

  /// Refuses what cannot be; says nothing where no text is wanted.
  void check() {
    boolean narrowed = top != 0 || !sites.isEmpty() || since != null || changedOnly || chunks != 0;
    Path file = text;
    if (file == null) {
      if (narrowed) {
        throw new WrongUse(
            "--top, --site, --since, --changed-only and --chunks say which texts are written; name"
                + " a file with --text");
      }
      return;
    }
    if (top < 0) {
      throw new WrongUse("--top " + top + ": must be 1 or more; leave it out for all pages");
    }
    if (chunks != 0 && (chunks < 20 || chunks > 100_000)) {
      throw new WrongUse("--chunks " + chunks + ": must be between 20 and 100000 words, like 300");
    }
    TextFormat format = WrongUse.typed(() -> TextFormat.of(file));
    if (chunks != 0 && (format == TextFormat.WET || format == TextFormat.FOLDER)) {
      throw new WrongUse(
          text
              + ": pieces are rows of a table; with --chunks write .jsonl (.gz, .zst) or .parquet");
    }
    since();
  }

  private @Nullable Instant since() {
    if (since == null) {
      return null;
    }
    String typed = since.strip();
    try {
      if (typed.matches("\\d{1,5}[smhd]")) {
        long number = Long.parseLong(typed.substring(0, typed.length() - 1));
        Duration age =
            switch (typed.charAt(typed.length() - 1)) {
              case 'd' -> Duration.ofDays(number);
              case 'h' -> Duration.ofHours(number);
              case 'm' -> Duration.ofMinutes(number);
              default -> Duration.ofSeconds(number);
            };
        return Instant.now().minus(age);
      }
      return typed.contains("T")
          ? OffsetDateTime.parse(typed).toInstant()
          : LocalDate.parse(typed).atStartOfDay(ZoneOffset.UTC).toInstant();
    } catch (DateTimeException e) {
      throw new WrongUse(
          "--since " + since + ": is no date; write 2026-11-01, 2026-11-01T12:00:00Z, or 7d");
    }
  }

  void write(Path dir, CrawlStore store, Console console) throws IOException {
    if (text == null) {
      return;
    }
    TextOptions options = new TextOptions(top, since(), Set.copyOf(sites), changedOnly, chunks);
    TextExport export = new TextExport(dir, options, console.progress());
    TextExport.Result result = export.write(store, text);
    console.err("%s: %s%s", text, result.remark(), silent(result, export.unread()));
  }

  private static String silent(TextExport.Result result, long unread) {
    if (result.silent() == 0) {
      return "";
    }
    return unread == result.silent()
        ? String.format("; %,d more are not in the archive", unread)
        : String.format("; %,d more say nothing that can be read", result.silent());
  }
}
