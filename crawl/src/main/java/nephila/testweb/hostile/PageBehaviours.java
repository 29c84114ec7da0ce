package nephila.testweb.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Pages that are not what they claim, or more than anyone can read.
final class PageBehaviours {
  private static final int MILLION = 1_000_000;

  private PageBehaviours() {}

  /// A page that is sent packed, as the largest are.
  private static Behaviour page(
      String name, String must, Supplier<String> html, Predicate<HostEvidence> held) {
    Supplier<byte[]> packed = Talk.once(() -> Talk.gzip(html.get().getBytes(UTF_8)));
    return Behaviour.of(
        name,
        must,
        talk -> {
          if (talk.front()) {
            String headers = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
            talk.answer(200, headers, packed.get());
          } else {
            talk.missing();
          }
        },
        held);
  }

  private static Behaviour bytes(String name, String must, String type, byte[] body, int links) {
    return Behaviour.of(
        name,
        must,
        talk -> {
          if (talk.front()) {
            talk.answer(200, "Content-Type: " + type + "\r\n", body);
          } else {
            talk.missing();
          }
        },
        seen -> seen.settledAs(200) && seen.links() == links);
  }

  static List<Behaviour> huge() {
    Predicate<HostEvidence> read = seen -> seen.settledAs(200) && seen.asked("/") == 1;
    return List.of(
        page(
                "million-links",
                "the first 50,000 are known, read one after the other",
                PageBehaviours::millionLinks,
                seen -> seen.settledAs(200) && seen.links() == 50_000)
            .endless(),
        page(
            "million-times-the-same-link",
            "one link",
            () -> "<a href=/x>x".repeat(MILLION),
            seen -> seen.settledAs(200) && seen.links() == 1),
        page("nesting-million-deep", "read in linear time", () -> "<div>".repeat(MILLION), read),
        page(
            "million-attributes",
            "read in linear time",
            () -> "<a " + "b=c ".repeat(MILLION),
            read),
        page(
            "attribute-never-closed",
            "read in linear time",
            () -> "<a href='" + "x".repeat(8 << 20),
            read),
        page(
            "comment-never-closed",
            "read in linear time",
            () -> "<!--" + "<!-- -".repeat(MILLION),
            read),
        page(
            "script-never-closed",
            "read in linear time",
            () -> "<script>" + "</scrip".repeat(MILLION),
            read),
        page(
            "million-entities",
            "read in linear time",
            () -> "<a href='" + "&amp;".repeat(MILLION),
            read),
        page("million-less-than-signs", "read in linear time", () -> "<".repeat(4 * MILLION), read),
        page("million-base-elements", "read", () -> "<base href=/a/>".repeat(MILLION / 4), read),
        page(
            "million-meta-refreshes",
            "read",
            () -> "<meta http-equiv=refresh content='0;url=/a'>".repeat(99_999),
            read));
  }

  private static String millionLinks() {
    StringBuilder links = new StringBuilder(16 << 20);
    for (int i = 0; i < MILLION; i++) {
      links.append("<a href=/").append(i).append(">x");
    }
    return links.toString();
  }

  static List<Behaviour> lies() {
    byte[] noise = new byte[100_000];
    new Random(9).nextBytes(noise);
    byte[] link = "<html><a href=/a>a</a>".getBytes(ISO_8859_1);
    return List.of(
        bytes(
            "charset-says-utf-16-is-ascii",
            "its link is found or not, it is read",
            "text/html; charset=utf-16",
            link,
            0),
        bytes("charset-unknown", "its link is found", "text/html; charset=x-klingon", link, 1),
        bytes(
            "charset-of-100-kb",
            "its link is found",
            "text/html; charset=" + "x".repeat(90_000),
            link,
            1),
        bytes(
            "charset-utf-16-by-mark",
            "its link is found",
            "text/html",
            ("\ufeff<a href=/a>a</a>").getBytes(UTF_16LE),
            1),
        bytes(
            "charset-utf-7",
            "no link made up",
            "text/html; charset=utf-7",
            "+ADw-a href+AD0-/evil+AD4-".getBytes(ISO_8859_1),
            0),
        bytes(
            "nul-bytes",
            "its link is found",
            "text/html",
            "\0\0<html>\0<a href=/a\0>a</a>\0".getBytes(ISO_8859_1),
            1),
        bytes("binary-as-html", "read", "text/html", noise, 0),
        bytes(
            "html-as-binary",
            "known by its content: its link is found",
            "application/octet-stream",
            link,
            1),
        bytes("html-as-image", "no links", "image/png", link, 0),
        bytes("type-with-controls", "read", "text/html\u0001\u0007;\u001b[31m", link, 0),
        bytes("no-type", "its link is found", "", link, 1),
        bytes("empty-page", "read", "text/html", new byte[0], 0));
  }

  static List<Behaviour> links() {
    String schemes =
        "<a href='file:///etc/passwd'>a</a><a href='javascript:1'>a</a><a href='data:,x'>a</a><a"
            + " href='ftp://a.example/'>a</a><a href='gopher://a/'>a</a><a href='ws://a/'>a</a><a"
            + " href='jar:http://a!/'>a</a><a href='chrome://x'>a</a><a"
            + " href='view-source:http://a/'>a</a>";
    String breaks =
        "<a href='/a\r\nX-Evil: 1'>a</a><a href='/b%0d%0aX-Evil:%201'>b</a><a href='/c\0d'>c</a>"
            + "<a href='/\u001b[2J\u001b]0;evil\u0007'>d</a><a href='/=cmd|calc!A1'>e</a>";
    String paths =
        "<a href='/../../../../etc/passwd'>a</a><a href='/..%2f..%2fetc%2fpasswd'>b</a>"
            + "<a href='/C:\\\\windows\\\\x'>c</a><a href='/con.txt::$DATA'>d</a><a href='/"
            + "n".repeat(900)
            + "'>e</a>";
    return List.of(
        page(
            "links-of-other-schemes",
            "none followed",
            () -> schemes,
            seen -> seen.settledAs(200) && seen.links() == 0),
        page(
            "links-with-line-breaks",
            "asked for escaped, one line each",
            () -> breaks,
            seen ->
                seen.settledAs(200)
                    && seen.requests().keySet().stream().noneMatch(p -> p.contains("Evil:\u00a0"))),
        page(
            "links-that-are-paths",
            "asked for like any other; no file made",
            () -> paths,
            seen -> seen.settledAs(200)),
        page(
            "link-of-a-megabyte",
            "not followed",
            () -> "<a href='/" + "x".repeat(1 << 20) + "'>a</a>",
            seen -> seen.settledAs(200) && seen.asked() == 1),
        page(
            "link-of-percents",
            "not followed, or once",
            () -> "<a href='/" + "%".repeat(900) + "'>a</a>",
            seen -> seen.settledAs(200)),
        page(
            "links-to-itself",
            "one page",
            () -> "<a href='/'>a</a><a href='/#b'>b</a><a href='/./'>c</a><a href='//'>d</a>",
            seen -> seen.settledAs(200)));
  }
}
