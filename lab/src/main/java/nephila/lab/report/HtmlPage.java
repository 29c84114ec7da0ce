package nephila.lab.report;

import static nephila.lab.report.Shown.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;

/// Writes a report as one well-formed page (it is XML, too) with style and charts inside.
final class HtmlPage {
  private final Report report;
  private final StringBuilder page = new StringBuilder();

  HtmlPage(Report report) {
    this.report = report;
  }

  String write() {
    put("<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\"><head>");
    put("<meta charset=\"utf-8\"/><title>Nephila lab: the papers, measured</title>");
    put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>");
    put("<meta name=\"color-scheme\" content=\"light dark\"/>");
    put("<style>\n" + style() + "</style></head>\n<body><main>\n");
    put("<h1>Are the papers right, and are we?</h1>\n");
    facts();
    contents();
    claims();
    report.chapters().forEach(this::chapter);
    put("</main></body></html>\n");
    return page.toString();
  }

  private static String style() {
    try (InputStream in = HtmlPage.class.getResourceAsStream("report.css")) {
      if (in == null) {
        throw new IllegalStateException("report.css is missing beside HtmlPage");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void facts() {
    put("<dl class=\"facts\">\n");
    report
        .facts()
        .forEach((name, value) -> put("<dt>" + html(name) + "</dt><dd>" + html(value) + "</dd>\n"));
    put("</dl>\n");
    for (String why : report.skipped()) {
      put("<p class=\"skipped\">Not run: " + html(why) + "</p>\n");
    }
  }

  private void contents() {
    put("<nav><ol>\n");
    if (!report.claims().isEmpty()) {
      put("<li><a href=\"#claims\">Claims and what became of them</a></li>\n");
    }
    for (Chapter chapter : report.chapters()) {
      put("<li><a href=\"#" + html(chapter.name()) + "\">" + html(chapter.title()) + "</a></li>\n");
    }
    put("</ol></nav>\n");
  }

  private void claims() {
    List<Claim> claims = report.claims();
    if (claims.isEmpty()) {
      return;
    }
    put("<section id=\"claims\"><h2>Claims and what became of them</h2>\n<p>");
    for (ClaimVerdict verdict : ClaimVerdict.values()) {
      long count = claims.stream().filter(claim -> claim.verdict() == verdict).count();
      put(badge(verdict) + " " + count + "&#160;&#160; ");
    }
    put("</p>\n<p class=\"small\">Verdicts are computed from this run; each claim says what was");
    put(" looked at. Figures are means over the seeds.</p>\n<table class=\"claims\"><thead><tr>");
    put("<th>Claim</th><th>Measured here</th><th>Verdict</th></tr></thead><tbody>\n");
    for (Chapter chapter : report.chapters()) {
      chapter.claims().forEach(claim -> claim(chapter, claim));
    }
    put("</tbody></table></section>\n");
  }

  private void claim(Chapter chapter, Claim claim) {
    put("<tr><td><span class=\"claim\">" + html(claim.claim()) + "</span> <span class=\"source\">");
    put(html(claim.source()) + ", <a href=\"#" + html(chapter.name()) + "\">");
    put(html(chapter.name()) + "</a></span></td>\n<td>" + html(claim.measured()));
    put("<span class=\"rule\">" + html(claim.rule()) + "</span></td>\n<td>");
    put(badge(claim.verdict()) + "</td></tr>\n");
  }

  private static String badge(ClaimVerdict verdict) {
    String kind = verdict.name().toLowerCase(java.util.Locale.ROOT);
    return "<span class=\"badge " + kind + "\">" + verdict + "</span>";
  }

  private void chapter(Chapter chapter) {
    put("<section id=\"" + html(chapter.name()) + "\"><h2>" + html(chapter.title()) + "</h2>\n");
    if (!chapter.settings().isEmpty()) {
      put("<p class=\"small\">" + html(chapter.settings()) + "</p>\n");
    }
    Iterator<String> files = CsvFiles.of(chapter).keySet().iterator();
    boolean figures = false;
    for (Chapter.Block block : chapter.blocks()) {
      boolean figure = block instanceof Chapter.Block.Figure;
      if (figure != figures) {
        put(figure ? "<div class=\"figures\">\n" : "</div>\n");
        figures = figure;
      }
      switch (block) {
        case Chapter.Block.Text text -> put("<p>" + html(text.words()) + "</p>\n");
        case Chapter.Block.Figure drawn -> {
          put("<figure><div class=\"wide\">" + drawn.chart().svg() + "</div>");
          put("<figcaption>" + link(files.next()) + "</figcaption></figure>\n");
        }
        case Chapter.Block.Grid grid -> table(grid.table(), files.next());
      }
    }
    put(figures ? "</div></section>\n" : "</section>\n");
  }

  private void table(Table table, String file) {
    put("<div class=\"wide\"><table><caption>" + html(table.caption()) + " " + link(file));
    put("</caption>\n<thead><tr>");
    for (int k = 0; k < table.columns().size(); k++) {
      boolean numbers = !table.rows().isEmpty() && table.rows().getFirst().get(k) instanceof Number;
      put(numbers ? "<th class=\"number\">" : "<th>");
      put(html(table.columns().get(k)) + "</th>");
    }
    put("</tr></thead>\n<tbody>\n");
    for (List<Object> row : table.rows()) {
      put("<tr>");
      for (Object cell : row) {
        put(cell instanceof Number ? "<td class=\"number\">" : "<td>");
        put(html(Shown.cell(cell)) + "</td>");
      }
      put("</tr>\n");
    }
    put("</tbody></table></div>\n");
  }

  private static String link(String file) {
    return "<a class=\"data\" href=\"" + html(file) + "\">data (CSV)</a>";
  }

  private void put(String text) {
    page.append(text);
  }
}
