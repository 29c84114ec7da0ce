package nephila.text;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a page says, and what it says of itself. All texts are clean: no half characters, no
/// control characters but line ends and tabs, no characters that turn the direction of others.
///
/// @param canonical the page's own word for its URL, resolved; null when it gives none
/// @param language two letters or more as the page or the server says it, or empty
/// @param published as the page says it, or empty
/// @param modified as the page says it, or empty
/// @param sections the main content, cut at its headings
/// @param links targets of links in the main content, http and https only, each once
/// @param openGraph `og:`, `article:` and `twitter:` properties
/// @param jsonLd texts of JSON-LD scripts as they are
/// @param microdata items as JSON, or empty
/// @param robots what a robots meta element asks, or empty
public record PageContent(
    String title,
    @Nullable String canonical,
    String language,
    String description,
    String author,
    String published,
    String modified,
    List<Section> sections,
    List<String> links,
    Map<String, String> openGraph,
    List<String> jsonLd,
    String microdata,
    String robots) {

  /// A heading and what follows up to the next.
  ///
  /// @param level 1 to 6, 0 for what stands before the first heading
  public record Section(int level, String heading, String markdown, String text) {}

  /// All of it as Markdown.
  public String markdown() {
    StringBuilder all = new StringBuilder();
    for (Section section : sections) {
      if (section.level > 0) {
        between(all);
        all.append("#".repeat(section.level)).append(' ');
        all.append(MarkdownText.escaped(section.heading));
      }
      if (!section.markdown.isEmpty()) {
        between(all);
        all.append(section.markdown);
      }
    }
    return all.toString();
  }

  /// All of it as plain text.
  public String text() {
    StringBuilder all = new StringBuilder();
    for (Section section : sections) {
      if (section.level > 0) {
        between(all);
        all.append(section.heading);
      }
      if (!section.text.isEmpty()) {
        between(all);
        all.append(section.text);
      }
    }
    return all.toString();
  }

  /// Headings with their levels.
  public List<String> headings() {
    return sections.stream().filter(each -> each.level > 0).map(Section::heading).toList();
  }

  /// The same in another language.
  public PageContent withLanguage(String other) {
    return new PageContent(
        title,
        canonical,
        other,
        description,
        author,
        published,
        modified,
        sections,
        links,
        openGraph,
        jsonLd,
        microdata,
        robots);
  }

  private static void between(StringBuilder all) {
    if (!all.isEmpty()) {
      all.append("\n\n");
    }
  }
}
