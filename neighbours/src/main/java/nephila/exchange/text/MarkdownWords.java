package nephila.exchange.text;

import java.util.regex.Pattern;

/// The words of Markdown that we wrote ourselves, without its marks.
final class MarkdownWords {
  private static final Pattern TARGET = Pattern.compile("\\]\\([^()\\s]*\\)");
  private static final Pattern MARK =
      Pattern.compile("(?m)^\\s*(?:```.*|\\|(?: --- \\|)+|> |- )|\\*\\*|(?<!\\\\)[\\[*`]");
  private static final Pattern ESCAPE = Pattern.compile("\\\\([^A-Za-z0-9\\s])");

  private MarkdownWords() {}

  static String of(String markdown) {
    String words = MARK.matcher(TARGET.matcher(markdown).replaceAll("")).replaceAll("");
    return ESCAPE.matcher(words).replaceAll("$1").replace("&amp;", "&").strip();
  }
}
