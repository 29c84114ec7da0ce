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
    put(
        "</p>\n"
            + "<p class=\"small\">Verdicts are computed from this run. Where a paper leaves"
            + " something");
    put(
        " open, a claim fails only if it holds under no reading of it. Each chapter has the"
            + " rules,");
    put(
        " the figures and the readings of its claims.</p>\n"
            + "<table class=\"claims summary\"><thead><tr>");
    put(
        "<th>Section</th><th>Claim</th><th>Verdict</th><th>What decides"
            + " it</th></tr></thead><tbody>\n");
    for (Chapter chapter : report.chapters()) {
      chapter.claims().forEach(claim -> line(chapter, claim));
    }
    put("</tbody></table></section>\n");
  }

  private void line(Chapter chapter, Claim claim) {
    put("<tr><td><span class=\"source\">" + html(claim.source()) + ", <a href=\"#");
    put(html(chapter.name()) + "\">" + html(chapter.name()) + "</a></span></td>\n");
    put("<td>" + html(claim.claim()) + "</td><td>" + verdict(claim) + "</td>\n");
    put("<td class=\"small\">" + html(claim.decides()) + "</td></tr>\n");
  }

  private static String verdict(Claim claim) {
    return badge(claim.verdict())
        + (claim.seedsAgree() ? "" : "<span class=\"rule\">depends on the seed</span>");
  }

  /// The claims of a chapter with all that led to their verdicts.
  private void claims(Chapter chapter) {
    if (chapter.claims().isEmpty()) {
      return;
    }
    put("<h3>Its claims</h3>\n<table class=\"claims\"><thead><tr>");
    put("<th>Claim</th><th>Measured here</th><th>Verdict</th></tr></thead><tbody>\n");
    for (Claim claim : chapter.claims()) {
      put("<tr><td><span class=\"claim\">" + html(claim.claim()) + "</span>");
      put(" <span class=\"source\">" + html(claim.source()) + "</span></td>\n<td>");
      put(html(claim.measured()));
      put("<span class=\"rule\">" + html(claim.rule()) + "</span>");
      readings(claim);
      put("</td>\n<td>" + verdict(claim) + "</td></tr>\n");
    }
    put("</tbody></table>\n");
  }

  private void readings(Claim claim) {
    if (claim.readings().isEmpty()) {
      return;
    }
    put("<table class=\"readings\"><tbody>\n");
    for (Claim.UnderReading one : claim.readings()) {
      put("<tr><td>" + html(one.reading()) + "</td><td>" + badge(one.verdict()) + "</td><td>");
      put(html(one.measured()) + "</td></tr>\n");
    }
    put("</tbody></table>\n");
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
    put(figures ? "</div>\n" : "");
    claims(chapter);
    put("</section>\n");
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
