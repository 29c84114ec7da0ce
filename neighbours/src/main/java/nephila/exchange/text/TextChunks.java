package nephila.exchange.text;

import java.util.ArrayList;
import java.util.List;
import nephila.text.PageContent;

/// Splits what a page says at its headings into pieces of at most so many words, for retrieval.
/// Short sections under one heading go together; a long one is split between paragraphs, and a long
/// paragraph between words.
final class TextChunks {
  /// @param path the headings above it, the highest first
  record Chunk(List<String> path, String markdown, String text) {}

  private final int most;
  private final List<Chunk> chunks = new ArrayList<>();
  private List<String> path = List.of();
  private final StringBuilder markdown = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private int words;

  private TextChunks(int most) {
    this.most = most;
  }

  static List<Chunk> of(List<PageContent.Section> sections, int most) {
    TextChunks chunks = new TextChunks(most);
    List<PageContent.Section> above = new ArrayList<>();
    for (PageContent.Section section : sections) {
      if (section.level() > 0) {
        while (!above.isEmpty() && above.getLast().level() >= section.level()) {
          above.removeLast();
        }
        above.add(section);
      }
      chunks.section(above.stream().map(PageContent.Section::heading).toList(), section);
    }
    chunks.end();
    return chunks.chunks;
  }

  static int words(String text) {
    int words = 0;
    boolean in = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean space = Character.isWhitespace(c);
      words += !space && !in || c >= 0x3040 && c <= 0xD7FF ? 1 : 0;
      in = !space;
    }
    return words;
  }

  private void section(List<String> headings, PageContent.Section section) {
    int its = words(section.text());
    boolean below = headings.size() > path.size() && headings.subList(0, path.size()).equals(path);
    if (words > 0 && (words + its > most || !below)) {
      boolean sisters = words + its <= most / 2 && shared(headings) > 0;
      if (!sisters) {
        end();
      }
    }
    if (words == 0) {
      path = headings;
    } else {
      path = path.subList(0, Math.min(path.size(), Math.max(1, shared(headings))));
      add("#".repeat(Math.max(1, section.level())) + " " + section.heading(), section.heading());
    }
    if (its <= most) {
      add(section.markdown(), section.text());
      words += its;
    } else {
      split(section, headings);
    }
  }

  private int shared(List<String> headings) {
    int same = 0;
    while (same < Math.min(path.size(), headings.size())
        && path.get(same).equals(headings.get(same))) {
      same++;
    }
    return same;
  }

  private void add(String more, String words) {
    if (!more.isEmpty()) {
      markdown.append(markdown.isEmpty() ? "" : "\n\n").append(more);
    }
    if (!words.isEmpty()) {
      text.append(text.isEmpty() ? "" : "\n").append(words);
    }
  }

  private void split(PageContent.Section section, List<String> headings) {
    for (String paragraph : paragraphs(section.markdown())) {
      int its = words(paragraph);
      if (words > 0 && words + its > most) {
        end();
        path = headings;
      }
      if (its <= most) {
        add(paragraph, MarkdownWords.of(paragraph));
        words += its;
        continue;
      }
      for (String piece : pieces(paragraph)) {
        add(piece, MarkdownWords.of(piece));
        end();
        path = headings;
      }
    }
  }

  /// Parts between empty lines; a block of code is one.
  private static List<String> paragraphs(String markdown) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    String fence = "";
    for (String line : markdown.split("\n", -1)) {
      String plain = line.strip();
      if (fence.isEmpty() && plain.startsWith("```")) {
        fence = plain.replaceFirst("[^`].*", "");
      } else if (!fence.isEmpty() && plain.equals(fence)) {
        fence = "";
      }
      if (plain.isEmpty() && fence.isEmpty()) {
        if (!part.isEmpty()) {
          parts.add(part.toString());
          part.setLength(0);
        }
      } else {
        part.append(part.isEmpty() ? "" : "\n").append(line);
      }
    }
    if (!part.isEmpty()) {
      parts.add(part.toString());
    }
    return parts;
  }

  /// A paragraph that is too long: by lines where it has some, else by words. Code stays code.
  private List<String> pieces(String paragraph) {
    String[] lines = paragraph.split("\n");
    String fence = lines[0].strip().startsWith("```") ? lines[0].strip() : "";
    List<String> pieces = new ArrayList<>();
    StringBuilder piece = new StringBuilder();
    int its = 0;
    int last = fence.isEmpty() ? lines.length : lines.length - 1;
    for (int i = fence.isEmpty() ? 0 : 1; i < last; i++) {
      for (String part : words(lines[i]) > most ? byWords(lines[i]) : List.of(lines[i])) {
        int more = words(part);
        if (its > 0 && its + more > most) {
          pieces.add(fenced(fence, piece));
          piece.setLength(0);
          its = 0;
        }
        piece.append(piece.isEmpty() ? "" : "\n").append(part);
        its += more;
      }
    }
    if (!piece.isEmpty()) {
      pieces.add(fenced(fence, piece));
    }
    return pieces;
  }

  private static String fenced(String fence, StringBuilder piece) {
    return fence.isEmpty()
        ? piece.toString()
        : fence + "\n" + piece + "\n" + fence.replaceFirst("[^`].*", "");
  }

  private List<String> byWords(String line) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    int its = 0;
    for (String word : line.split("(?<=\\s)|(?<=[\u3001\u3002])")) {
      int more = words(word);
      if (its > 0 && its + more > most) {
        parts.add(part.toString().stripTrailing());
        part.setLength(0);
        its = 0;
      }
      part.append(word);
      its += more;
    }
    parts.add(part.toString().stripTrailing());
    return parts;
  }

  private void end() {
    if (words > 0 || !text.isEmpty()) {
      chunks.add(new Chunk(List.copyOf(path), markdown.toString(), text.toString()));
    }
    markdown.setLength(0);
    text.setLength(0);
    words = 0;
  }
}
