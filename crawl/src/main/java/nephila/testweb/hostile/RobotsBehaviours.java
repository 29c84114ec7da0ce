package nephila.testweb.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// robots.txt and sitemaps that are endless, slow, or full of tricks.
final class RobotsBehaviours {
  private RobotsBehaviours() {}

  /// A host whose front page is harmless and whose robots.txt is not.
  private static Behaviour robots(
      String name, String must, Behaviour.Manners manners, Predicate<HostEvidence> held) {
    return Behaviour.of(
            name,
            must,
            talk -> {
              if (talk.path().equals("/robots.txt")) {
                manners.answer(talk);
              } else {
                talk.html("<a href=/private/a>a</a>");
              }
            },
            held)
        .withRobots();
  }

  private static Behaviour says(
      String name, String must, String text, Predicate<HostEvidence> held) {
    return robots(name, must, talk -> talk.text(text), held);
  }

  static List<Behaviour> robots() {
    String rule = "Disallow: /private/\n";
    String group = "User-agent: *\n" + rule;
    Predicate<HostEvidence> heeded = seen -> seen.settledAs(200) && seen.asked("/private/a") == 0;
    Predicate<HostEvidence> unread = seen -> seen.asked() == 0;
    Predicate<HostEvidence> read = seen -> seen.settledAs(200);
    Supplier<byte[]> bomb =
        Talk.once(() -> Talk.gzip((group + "#".repeat(50 << 20)).getBytes(ISO_8859_1)));
    byte[] noise = new byte[50_000];
    new Random(3).nextBytes(noise);
    return List.of(
        robots(
                "robots-endless",
                "the first 500 KiB count",
                talk -> {
                  talk.say("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + group);
                  talk.forEver("# and so on\n".repeat(999).getBytes(ISO_8859_1));
                },
                heeded)
            .amongTheWorst(),
        robots("robots-silent", "nothing is read", Talk::stall, unread).amongTheWorst(),
        robots(
                "robots-drip",
                "cut for slowness; what came counts or nothing is read",
                talk -> {
                  talk.say("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + group);
                  talk.drip(new byte[] {'#'});
                },
                seen -> seen.asked("/private/a") == 0)
            .amongTheWorst(),
        robots("robots-500", "nothing is read", talk -> talk.answer(500, "", new byte[0]), unread),
        robots("robots-reset", "nothing is read", Talk::reset, unread),
        robots(
            "robots-binary",
            "no rules",
            talk -> talk.answer(200, "Content-Type: text/plain\r\n", noise),
            read),
        says("robots-html", "no rules", "<html><body>Not found</body></html>", read),
        robots(
                "robots-gzip-bomb",
                "unpacked to a limit",
                talk ->
                    talk.answer(
                        200, "Content-Type: text/plain\r\nContent-Encoding: gzip\r\n", bomb.get()),
                heeded)
            .amongTheWorst(),
        says(
            "robots-100000-rules",
            "heeded",
            group + "Disallow: /a*b*c*d$\n".repeat(20_000),
            heeded),
        says(
            "robots-pattern-bomb",
            "decided in linear time",
            group
                + "Disallow: /"
                + "*a".repeat(500)
                + "$\n"
                + "Disallow: /"
                + "*".repeat(500)
                + "b",
            heeded),
        says("robots-line-of-400-kb", "heeded", group + "Allow: /" + "x".repeat(400_000), heeded),
        says(
            "robots-crawl-delay-year",
            "left alone after the first page",
            "User-agent: *\nCrawl-delay: 31536000\n",
            seen -> seen.asked() <= 1),
        says(
            "robots-crawl-delay-nonsense",
            "read",
            "User-agent: *\nCrawl-delay: 1e999\nCrawl-delay: -5\nCrawl-delay: NaN\n",
            read),
        says(
            "robots-by-carriage-returns", "heeded", "User-agent: *\rDisallow: /private/\r", heeded),
        says("robots-with-mark-and-nul", "heeded", "\u00ef\u00bb\u00bf" + group + "\0\0", heeded),
        robots(
            "robots-redirect-loop",
            "no rules after five hops",
            talk -> talk.redirect("/robots.txt"),
            seen -> seen.settledAs(200) && seen.asked("/robots.txt") <= 7),
        robots(
            "robots-redirect-to-canary",
            "the canary is not asked",
            talk -> talk.redirect(talk.lures().url("/robots.txt")),
            seen -> seen.canary() == 0));
  }

  /// A host whose robots.txt names a sitemap, and what that is.
  private static Behaviour sitemap(
      String name, String must, Behaviour.Manners manners, Predicate<HostEvidence> held) {
    return Behaviour.of(
            name,
            must,
            talk -> {
              switch (talk.path()) {
                case "/robots.txt" -> talk.text("Sitemap: " + talk.origin() + "/sitemap.xml\n");
                case "/" -> talk.html("hello");
                case "/sitemap.xml" -> manners.answer(talk);
                default -> talk.missing();
              }
            },
            held)
        .withRobots();
  }

  private static String set(String urls) {
    return "<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
        + urls
        + "</urlset>";
  }

  static List<Behaviour> sitemaps() {
    Predicate<HostEvidence> read = seen -> seen.settledAs(200) && seen.asked("/sitemap.xml") >= 1;
    Supplier<byte[]> bomb =
        Talk.once(() -> Talk.gzip(set(" ".repeat(60 << 20)).getBytes(ISO_8859_1)));
    StringBuilder laughs = new StringBuilder("<!DOCTYPE x [<!ENTITY a0 'ha'>");
    for (int i = 1; i < 30; i++) {
      laughs.append("<!ENTITY a%d '&a%d;&a%d;'>".formatted(i, i - 1, i - 1));
    }
    return List.of(
        sitemap(
            "sitemap-entity-expansion",
            "entities are not expanded",
            talk -> talk.xml(laughs + "]>" + set("<url><loc>/&a29;</loc></url>")),
            read),
        sitemap(
            "sitemap-external-entity",
            "neither file nor canary is asked",
            talk ->
                talk.xml(
                    "<!DOCTYPE x [<!ENTITY f SYSTEM 'file:///etc/passwd'><!ENTITY c SYSTEM '"
                        + talk.lures().url("/entity")
                        + "'>]>"
                        + set("<url><loc>" + talk.origin() + "/&f;&c;</loc></url>")),
            read.and(seen -> seen.canary() == 0)
                .and(seen -> seen.requests().keySet().stream().noneMatch(p -> p.contains("root")))),
        sitemap(
            "sitemap-external-dtd",
            "the canary is not asked",
            talk ->
                talk.xml("<!DOCTYPE urlset SYSTEM '" + talk.lures().url("/x.dtd") + "'>" + set("")),
            read.and(seen -> seen.canary() == 0)),
        sitemap(
            "sitemap-gzip-bomb",
            "unpacked to a limit",
            talk ->
                talk.answer(
                    200, "Content-Type: application/xml\r\nContent-Encoding: gzip\r\n", bomb.get()),
            read),
        sitemap(
            "sitemap-index-of-itself",
            "asked for once",
            talk ->
                talk.xml(
                    "<sitemapindex><sitemap><loc>"
                        + talk.origin()
                        + "/sitemap.xml</loc></sitemap></sitemapindex>"),
            read.and(seen -> seen.asked("/sitemap.xml") == 1)),
        sitemap(
            "sitemap-broken-xml",
            "what can be read is read",
            talk -> talk.xml("<urlset><url><loc>" + talk.origin() + "/a</loc><url><<<"),
            read),
        sitemap(
            "sitemap-that-is-binary",
            "read",
            talk -> talk.answer(200, "Content-Type: application/xml\r\n", new byte[5000]),
            read),
        sitemap(
            "sitemap-to-canary",
            "the canary is not asked",
            talk -> talk.xml(set("<url><loc>" + talk.lures().url("/sitemap") + "</loc></url>")),
            read.and(seen -> seen.canary() == 0)),
        manySitemaps());
  }

  private static Behaviour manySitemaps() {
    return Behaviour.of(
            "sitemap-lines-10000",
            "at most a hundred are asked for, and a probe; none of another site",
            talk -> {
              StringBuilder lines = new StringBuilder("Sitemap: http://other.example/s.xml\n");
              for (int i = 0; i < 10_000; i++) {
                lines.append("Sitemap: ").append(talk.origin()).append("/s").append(i).append("\n");
              }
              if (talk.path().equals("/robots.txt")) {
                talk.text(lines.toString());
              } else {
                talk.html("hello");
              }
            },
            seen -> seen.settledAs(200) && seen.asked() <= 102)
        .withRobots();
  }
}
