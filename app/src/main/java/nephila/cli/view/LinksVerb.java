package nephila.cli.view;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import nephila.archive.Archives;
import nephila.archive.ReadTally;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.links.Link;
import nephila.links.LinkExtractor;
import nephila.links.LinkKind;
import nephila.links.PageLinks;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila links`: what a crawl would find in a page that is a file here, or in every page of an
/// archive. Needs no network.
@Command(
    name = "links",
    description =
        "The links that a crawl would find in a file (a page, a sitemap, a feed), or in every page"
            + " of an archive; without the network.",
    footer = {
      "  nephila links my-crawl                    from TAB to, for every page archived",
      "  nephila links page.html --base https://example.org/dir/page.html",
      "  nephila links sitemap.xml --base https://example.org/sitemap.xml --json",
    })
public final class LinksVerb extends Verb {
  @Parameters(
      paramLabel = "FILE",
      description = "HTML, a sitemap, RSS or Atom; or a crawl dir, .warc, .warc.gz, .wacz.")
  Path file = Path.of("-");

  @Option(
      names = "--base",
      paramLabel = "URL",
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
    if (Files.isDirectory(file) || file.toString().matches("(?i).*\\.(w?arc(\\.gz)?|wacz)")) {
      return archive();
    }
    if (base.isEmpty()) {
      throw new WrongUse("the links of a page need its address: give --base URL");
    }
    CanonicalUrl url = WrongUse.typed(() -> CanonicalUrl.typed(base));
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

  /// Reads the pages of an archive once more and lists what they point to.
  private int archive() throws IOException {
    LinkExtractor extractor = new LinkExtractor(agent);
    long[] counts = new long[2];
    ReadTally tally =
        Archives.pages(
            file,
            page -> {
              Exchange exchange = page.exchange();
              if (exchange == null || page.revisit() || page.status() != 200) {
                return;
              }
              counts[0]++;
              counts[1] += links(extractor, page.url(), exchange);
            });
    console().err("%,d links on %,d pages", counts[1], counts[0]);
    if (!tally.problems().isEmpty()) {
      console().err("damaged: %s, first at %s", tally.problems(), tally.firstProblem());
    }
    return DONE;
  }

  private int links(LinkExtractor extractor, String from, Exchange exchange) {
    if (!(CanonicalUrl.parse(from) instanceof CanonicalUrl url)) {
      return 0;
    }
    Content content = exchange.content();
    String header = exchange.headers().first("Content-Type");
    PageLinks page =
        extractor.extract(content.array(), content.offset(), content.length(), header, url);
    List<Link> links = page.links();
    for (int i = 0; i < links.size(); i++) {
      if (json) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("from", from);
        line.putAll(line(links.get(i), page.anchorText(i).replace('\n', ' ')));
        console().json(line);
      } else {
        console().out("%s\t%s", from, links.get(i).url());
      }
    }
    return links.size();
  }

  private static Map<String, Object> line(Link link, String anchor) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("url", link.url().text());
    line.put("kinds", link.kinds().stream().map(LinksVerb::shown).toList());
    line.put("nofollow", link.nofollow());
    line.put("anchor", anchor);
    return line;
  }

  private void print(Link link, String anchor) {
    if (json) {
      console().json(line(link, anchor));
      return;
    }
    String how = link.kinds().stream().map(LinksVerb::shown).collect(Collectors.joining(","));
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
