package nephila.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// Writes the kept blocks of a page as sections of Markdown and of plain text, with lists, tables,
/// quotes and code as they were. What is written is inert: shown as CommonMark it holds no HTML, no
/// script, and asks no server for anything.
final class MarkdownWriter {
  private static final Pattern LANGUAGE =
      Pattern.compile("(?:^|\\s)(?:language|lang|highlight|brush)[-:]([A-Za-z0-9+#]{1,20})\\b");
  private static final int DEEPEST = 12;

  private final InlineMarkdown inline = new InlineMarkdown();
  private final List<PageContent.Section> sections = new ArrayList<>();
  private final StringBuilder markdown = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private String lastIndent = "";

  /// Where what is being written begins: an item of a list, or the section.
  private int base;

  private int level;
  private String heading = "";

  static MarkdownWriter of(Box body) {
    MarkdownWriter writer = new MarkdownWriter();
    writer.box(body, "", 0);
    writer.endSection();
    return writer;
  }

  List<PageContent.Section> sections() {
    return List.copyOf(sections);
  }

  List<String> links() {
    return List.copyOf(inline.links());
  }

  private void endSection() {
    if (level > 0 || !markdown.isEmpty()) {
      sections.add(new PageContent.Section(level, heading, markdown.toString(), text.toString()));
    }
    markdown.setLength(0);
    text.setLength(0);
    base = 0;
  }

  /// @param indent what every line begins with, after the first of an item
  private void box(Box box, String indent, int depth) {
    for (Part part : box.parts) {
      switch (part) {
        case Block block -> block(block, indent);
        case Box inner -> {
          if (isKept(inner)) {
            inner(inner, indent, depth);
          }
        }
      }
    }
  }

  private void inner(Box inner, String indent, int depth) {
    switch (inner.tag()) {
      case "ul", "ol", "menu", "dir" -> {
        if (depth < DEEPEST) {
          list(inner, indent, depth);
        } else {
          box(inner, indent, depth);
        }
      }
      case "blockquote" -> {
        if (depth < DEEPEST) {
          box(inner, indent + "> ", depth + 1);
        } else {
          box(inner, indent, depth);
        }
      }
      case "table" -> {
        List<List<Box>> rows = TableShape.rows(inner);
        if (rows == null) {
          box(inner, indent, depth);
        } else {
          table(rows, indent);
        }
      }
      default -> box(inner, indent, depth);
    }
  }

  private static boolean isKept(Box box) {
    for (Part part : box.parts) {
      boolean kept =
          switch (part) {
            case Block block -> block.kept;
            case Box inner -> isKept(inner);
          };
      if (kept) {
        return true;
      }
    }
    return false;
  }

  private void block(Block block, String indent) {
    if (!block.kept) {
      return;
    }
    switch (block.kind) {
      case HEADING -> heading(block, indent);
      case CODE -> {
        String code = MarkdownText.codeBlock(language(block.box.element), block.text);
        paragraph(indented(code, indent), indent);
        plain(block.text);
      }
      case MEDIA -> {}
      case TEXT -> {
        String line = inline.line(block.nodes);
        if (!line.isEmpty()) {
          paragraph(indent + (block.box.tag().equals("dt") ? strong(line) : line), indent);
        }
        plain(block.text);
      }
    }
  }

  private static String strong(String line) {
    return line.startsWith("*") || line.endsWith("*") || line.endsWith("\\")
        ? line
        : "**" + line + "**";
  }

  private void heading(Block block, String indent) {
    if (indent.isEmpty()) {
      endSection();
      level = block.level;
      heading = block.text;
      return;
    }
    paragraph(indent + strong(inline.line(block.nodes)), indent);
    plain(block.text);
  }

  private static String language(Element pre) {
    for (Element each : List.of(pre, code(pre), parent(pre))) {
      Matcher matcher = LANGUAGE.matcher(each.className());
      if (matcher.find()) {
        return matcher.group(1);
      }
    }
    return "";
  }

  private static Element code(Element pre) {
    Element code = pre.firstElementChild();
    return code == null ? pre : code;
  }

  private static Element parent(Element pre) {
    Element parent = pre.parent();
    return parent == null ? pre : parent;
  }

  private static String indented(String lines, String indent) {
    return indent + lines.replace("\n", "\n" + indent);
  }

  private void paragraph(String lines, String indent) {
    if (markdown.length() > base) {
      markdown.append('\n').append(shared(lastIndent, indent).stripTrailing()).append('\n');
    }
    lastIndent = indent;
    markdown.append(lines);
  }

  /// What a line between two paragraphs begins with: the quotes that both stand in.
  private static String shared(String one, String two) {
    int same = 0;
    while (same < Math.min(one.length(), two.length()) && one.charAt(same) == two.charAt(same)) {
      same++;
    }
    return one.substring(0, same);
  }

  private void plain(String words) {
    if (!text.isEmpty()) {
      text.append('\n');
    }
    text.append(words);
  }

  private void list(Box list, String indent, int depth) {
    boolean numbered = list.tag().equals("ol");
    int number = 1;
    for (Part part : list.parts) {
      if (part instanceof Block block) {
        block(block, indent);
      } else if (part instanceof Box item && isKept(item)) {
        if (!item.tag().equals("li")) {
          inner(item, indent, depth + 1);
          continue;
        }
        item(item, indent, numbered ? number + ". " : "- ", number == 1, depth);
        number++;
      }
    }
  }

  /// An item is written as if it stood alone, then moved in behind its bullet.
  private void item(Box item, String indent, String bullet, boolean first, int depth) {
    String inside = indent + " ".repeat(bullet.length());
    int start = markdown.length();
    boolean tight = start > base && !first && isItem(lastLine(), indent);
    String between = start == base ? "" : "\n" + shared(lastIndent, indent).stripTrailing() + "\n";
    int outerBase = base;
    int before = sections.size();
    base = start;
    box(item, inside, depth + 1);
    if (sections.size() != before) {
      base = 0; // a heading in an item has ended the section: the item goes on after it
      return;
    }
    base = outerBase;
    String body = markdown.substring(start);
    markdown.setLength(start);
    if (body.isEmpty()) {
      return;
    }
    String begun = body.startsWith(inside) ? body.substring(inside.length()) : body;
    markdown.append(tight ? "\n" : between).append(indent).append(bullet).append(begun);
  }

  private String lastLine() {
    int from = Math.max(0, markdown.lastIndexOf("\n") + 1);
    return markdown.substring(from, Math.min(markdown.length(), from + 200));
  }

  private static boolean isItem(String line, String indent) {
    String rest = line.substring(Math.min(indent.length(), line.length()));
    return line.startsWith(indent)
        && (rest.startsWith("- ") || rest.startsWith("  ") || rest.matches("\\d{1,9}\\. .*"));
  }

  private void table(List<List<Box>> rows, String indent) {
    int columns = rows.stream().mapToInt(List::size).max().orElse(1);
    StringBuilder lines = new StringBuilder();
    boolean headed = rows.getFirst().stream().allMatch(cell -> cell.tag().equals("th"));
    if (!headed) {
      row(List.of(), columns, indent, lines);
      rule(columns, indent, lines.append('\n'));
    }
    for (List<Box> row : rows) {
      lines.append(lines.isEmpty() ? "" : "\n");
      row(row, columns, indent, lines);
      if (headed) {
        rule(columns, indent, lines.append('\n'));
        headed = false;
      }
    }
    paragraph(lines.toString(), indent);
    for (List<Box> row : rows) {
      List<String> cells = new ArrayList<>();
      row.forEach(cell -> cells.add(plainCell(cell)));
      plain(String.join("\t", cells));
    }
  }

  private void row(List<Box> cells, int columns, String indent, StringBuilder to) {
    to.append(indent).append('|');
    for (int i = 0; i < columns; i++) {
      to.append(' ').append(i < cells.size() ? cell(cells.get(i)) : "").append(" |");
    }
  }

  private static void rule(int columns, String indent, StringBuilder to) {
    to.append(indent).append('|').append(" --- |".repeat(columns));
  }

  private String cell(Box cell) {
    List<String> lines = new ArrayList<>();
    cell.blocks(
        block -> {
          if (block.kept) {
            lines.add(
                block.kind == Block.Kind.CODE
                    ? MarkdownText.code(CleanText.line(block.text)).replace("|", "\\|")
                    : codePipes(inline.line(block.nodes)));
          }
        });
    return String.join(" · ", lines.stream().filter(line -> !line.isEmpty()).toList());
  }

  /// A bar in code ends a cell too, unless it is escaped.
  private static String codePipes(String line) {
    if (line.indexOf('|') < 0) {
      return line;
    }
    StringBuilder to = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      boolean bare = c == '|' && (i == 0 || line.charAt(i - 1) != '\\');
      to.append(bare ? "\\|" : String.valueOf(c));
    }
    return to.toString();
  }

  private static String plainCell(Box cell) {
    List<String> lines = new ArrayList<>();
    cell.blocks(
        block -> {
          if (block.kept && !block.text.isEmpty()) {
            lines.add(CleanText.line(block.text));
          }
        });
    return String.join(" ", lines);
  }

  /// Whether a table is one of data, and its rows.
  private static final class TableShape {
    private static final Set<String> PARTS = Set.of("tbody", "thead", "tfoot");
    private static final int MOST_COLUMNS = 60;

    private TableShape() {}

    /// The kept rows of a table of data; null for one that lays out a page.
    static @Nullable List<List<Box>> rows(Box table) {
      List<List<Box>> rows = new ArrayList<>();
      if (table.element.attr("role").equals("presentation") || !gather(table, rows)) {
        return null;
      }
      int columns = rows.stream().mapToInt(List::size).max().orElse(0);
      return columns < 2 || columns > MOST_COLUMNS || rows.size() < 2 ? null : rows;
    }

    private static boolean gather(Box box, List<List<Box>> rows) {
      for (Part part : box.parts) {
        if (part instanceof Block block && block.kept) {
          return false;
        }
        if (!(part instanceof Box inner)) {
          continue;
        }
        if (PARTS.contains(inner.tag())) {
          if (!gather(inner, rows)) {
            return false;
          }
        } else if (inner.tag().equals("tr")) {
          List<Box> cells = cells(inner);
          if (cells == null) {
            return false;
          }
          if (cells.stream().anyMatch(MarkdownWriter::isKept)) {
            rows.add(cells);
          }
        } else if (isKept(inner) && !inner.tag().equals("caption")) {
          return false;
        }
      }
      return true;
    }

    private static @Nullable List<Box> cells(Box row) {
      List<Box> cells = new ArrayList<>();
      for (Part part : row.parts) {
        if (!(part instanceof Box cell) || !simple(cell)) {
          return null;
        }
        cells.add(cell);
      }
      return cells;
    }

    /// A cell of data holds no headings, tables, or more than a few paragraphs.
    private static boolean simple(Box cell) {
      int[] blocks = {0};
      boolean[] complex = {false};
      cell.boxes(box -> complex[0] |= box.tag().equals("table"));
      cell.blocks(
          block -> {
            blocks[0]++;
            complex[0] |= block.kind == Block.Kind.HEADING;
          });
      return !complex[0] && blocks[0] <= 12;
    }
  }
}
