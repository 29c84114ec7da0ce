package nephila.testweb;

/// Writes one HTML page.
final class PageWriter {
  private final StringBuilder head = new StringBuilder();
  private final StringBuilder body = new StringBuilder();

  PageWriter(String title) {
    head.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>")
        .append(ServedResponse.escaped(title))
        .append("</title>\n");
    body.append("<h1>").append(ServedResponse.escaped(title)).append("</h1>\n");
  }

  PageWriter head(String html) {
    head.append(html).append('\n');
    return this;
  }

  PageWriter add(String html) {
    body.append(html).append('\n');
    return this;
  }

  PageWriter link(String href, String text) {
    return add(
        "<p><a href=\""
            + ServedResponse.escaped(href)
            + "\">"
            + ServedResponse.escaped(text)
            + "</a></p>");
  }

  PageWriter nofollow(String href, String text) {
    return add(
        "<p><a rel=\"nofollow\" href=\""
            + ServedResponse.escaped(href)
            + "\">"
            + text
            + "</a></p>");
  }

  String html() {
    return head + "</head><body>\n" + body + "</body></html>\n";
  }
}
