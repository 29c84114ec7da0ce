package nephila.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import nephila.links.Link;
import nephila.links.LinkExtractor;
import nephila.links.LinkKind;
import nephila.links.PageLinks;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila links`: what a crawl would find in a page that is a file here.
@Command(
    name = "links",
    description = "The links that a crawl would find in a file: a page, a sitemap, a feed.",
    footer = {
      "  nephila links page.html --base https://example.org/dir/page.html",
      "  nephila links sitemap.xml --base https://example.org/sitemap.xml --json",
    })
final class LinksVerb extends Verb {
  @Parameters(paramLabel = "FILE", description = "HTML, a sitemap, RSS or Atom.")
  Path file = Path.of("-");

  @Option(
      names = "--base",
      paramLabel = "URL",
      required = true,
      description = "The address of the page, which its relative links start from.")
  String base = "";

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "The Content-Type header the page came with (usually told by its first bytes).")
  @Nullable String type;

  @Option(
      names = "--agent",
      paramLabel = "NAME",
      defaultValue = "nephila",
      description = "The robot's name, which a page may address (usually nephila).")
  String agent = "nephila";

  @Option(names = "--json", description = "A line of JSON for each link.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    CanonicalUrl url = CanonicalUrl.typed(base);
    byte[] bytes = Files.readAllBytes(file);
    PageLinks page = new LinkExtractor(agent).extract(bytes, 0, bytes.length, type, url);
    List<Link> links = page.links();
    for (int i = 0; i < links.size(); i++) {
      print(links.get(i), page.anchorText(i).replace('\n', ' '));
    }
    if (!json) {
      summary(page);
    }
    return DONE;
  }

  private void print(Link link, String anchor) {
    List<String> kinds = link.kinds().stream().map(LinksVerb::shown).toList();
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("url", link.url().text());
      line.put("kinds", kinds);
      line.put("nofollow", link.nofollow());
      line.put("anchor", anchor);
      console().json(line);
      return;
    }
    String how = kinds.stream().collect(Collectors.joining(","));
    console().out("%-10s %s%s", how, link.url(), link.nofollow() ? "  (nofollow)" : "");
  }

  private void summary(PageLinks page) {
    console()
        .err(
            "%,d links, %,d mentions that lead nowhere; title '%s'",
            page.links().size(), page.unusable(), page.title());
    if (page.robots().noindex() || page.robots().nofollow()) {
      console().err("the page asks robots: %s", page.robots());
    }
  }

  private static String shown(LinkKind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
