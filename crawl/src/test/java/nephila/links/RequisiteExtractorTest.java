package nephila.links;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import nephila.url.CanonicalUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequisiteExtractorTest {
  private static final String PAGE = "http://a.test/dir/page.html";

  private static List<String> of(byte[] bytes, String type, Requisite.Kind as) {
    CanonicalUrl url = CanonicalUrl.typed(PAGE);
    return RequisiteExtractor.extract(bytes, 0, bytes.length, type, url, as).stream()
        .map(found -> found.url().text().replace("http://a.test", "") + letter(found.kind()))
        .toList();
  }

  private static String letter(Requisite.Kind kind) {
    return switch (kind) {
      case RESOURCE -> "";
      case STYLE -> " S";
      case DOCUMENT -> " D";
      case MANIFEST -> " M";
      case ICON -> " I";
    };
  }

  private static List<String> html(String html) {
    return of(html.getBytes(UTF_8), "text/html; charset=utf-8", Requisite.Kind.DOCUMENT);
  }

  private static List<String> css(String css) {
    return of(css.getBytes(UTF_8), "text/css", Requisite.Kind.STYLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          <img src=a.png>                                         | /dir/a.png
          <img srcset="/1.png 1x, 2.png 2x,3.png 3x">             | /1.png,/dir/2.png,/dir/3.png
          <img srcset="/a,b.png 10w,, /c.png, /d.png">            | /a,b.png,/c.png,/d.png
          <img srcset="/a.png 1x (x,y), /b.png">                  | /a.png,/b.png
          <picture><source srcset=/w.webp type=image/webp></picture> | /w.webp
          <link rel="STYLESHEET" href=s.css>                      | /dir/s.css S
          <link rel="shortcut icon" href=/i.ico>                  | /i.ico I
          <link rel="preload" as=style href=/p.css>               | /p.css S
          <link rel="preload" as=image imagesrcset="/p.png 2x">   | /p.png
          <link rel=manifest href=/m.json>                        | /m.json M
          <link rel=canonical href=/c> <link rel=next href=/n>    | ``
          <script src=/s.js></script>                             | /s.js
          <script>document.write("<img src=/no.png>")</script>    | ``
          <iframe src=/f.html><img src=/no.png></iframe>          | /f.html D
          <iframe srcdoc="&lt;img src=d.png&gt;&lt;iframe srcdoc='&amp;lt;img src=/e.png>'&gt;"></iframe><base href=/b/> | /b/d.png,/e.png
          <frame src=/f.html>                                     | /f.html D
          <object data=/o.svg></object> <embed src=/e.pdf>        | /o.svg D,/e.pdf D
          <video src=/v.mp4 poster=/p.jpg><source src=/v.webm><track src=/t.vtt></video> | /v.mp4,/p.jpg,/v.webm,/t.vtt
          <audio src=/a.ogg></audio> <input type=image src=/i.png> | /a.ogg,/i.png
          <body background=/b.gif> <table background=/t.gif>      | /b.gif,/t.gif
          <p style="background:url('/q.png')">                    | /q.png
          <style>@import 'i.css'; p{background:url(b.png)}</style> | /dir/i.css S,/dir/b.png
          <svg><image href=/1.png /><use xlink:href="/2.svg#x" /></svg> | /1.png,/2.svg
          <svg><rect filter="url(/f.svg#a)" fill="url(#g)"/></svg> | /f.svg
          <meta property=og:image content=/og.png>                | /og.png
          <meta name=description content=/no.png>                 | ``
          <img data-src=/late.png src="data:image/gif;base64,AA=="> | /late.png
          <noscript><img src=/n.png></noscript>                   | /n.png
          <textarea><img src=/no.png></textarea><!-- <img src=/no.png> --> | ``
          <img src=x.png><base href="http://b.test/y/">           | http://b.test/y/x.png
          <img src=/q.png?b=2&amp;a=1&b=3#frag>                   | /q.png?b=2&a=1&b=3
          <img src="/a//b/./c/../d%2fe f.png">                    | /a//b/d%2fe%20f.png
          <img src=/x.png><img src=/x.png><img src=""><img src="#a"><img src=page.html> | /x.png
          <img src=javascript:alert(1)><img src=mailto:a@b.c>     | ``
          """)
  void aDocumentNamesThese(String html, String expected) {
    assertEquals(expected == null ? "" : expected, String.join(",", html(html)), html);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          @import "a.css"; @import url(b.css) screen; @import url("c.css") layer(x) supports(display:grid); | /dir/a.css S,/dir/b.css S,/dir/c.css S
          p{color:red} @import "late.css";            | ``
          @namespace svg url(http://www.w3.org/2000/svg); p{background:url(a.png)} | /dir/a.png
          @charset "utf-8"; @layer base; @import "a.css"; | /dir/a.css S
          /* url(no.png) @import "no.css" */ a{b:url(y.png)} | /dir/y.png
          a{b:u\\72l(y.png)}                          | /dir/y.png
          a{b:URL(  "y.png"  )}                       | /dir/y.png
          a{b:url(y\\20 z.png)}                       | /dir/y%20z.png
          a{b:url(y z.png);c:url(ok.png)}             | /dir/ok.png
          a{b:url(y"z.png);c:url(ok.png)}             | /dir/ok.png
          a{b:"url(no.png)";c:url(ok.png)}            | /dir/ok.png
          a{b:image-set("1.png" 1x, url(2.png) 2x, "3.png" type("image/png"))} | /dir/1.png,/dir/2.png,/dir/3.png
          a{b:-webkit-image-set(url(1.png) 1x)}       | /dir/1.png
          @font-face{src:local("X"),url(f.woff2) format("woff2"),url('f.woff') format('woff')} | /dir/f.woff2,/dir/f.woff
          @media print{@import "no.css";a{b:url(p.png)}} | /dir/p.png
          a{b:url()}                                  | ``
          a{b:url(data:image/png;base64,AA==)}        | ``
          a{b:url(#g)}                                | ``
          a{b:url(end.png                             | /dir/end.png
          a{b:1url(no.png)}                           | ``
          a{b:\\75rl(x.png)}                          | /dir/x.png
          <!-- a{b:url(x.png)} -->                    | /dir/x.png
          """)
  void aStyleSheetNamesThese(String css, String expected) {
    assertEquals(expected == null ? "" : expected, String.join(",", css(css)), css);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          </a.png>; rel=preload; as=image                          | /a.png
          <a.css>; rel="preload"; as="style", </b.css>;REL=stylesheet | /dir/a.css S,/b.css S
          </n>; rel=next, </p.png>; title="a, b; rel=x"; rel="icon preload" | /p.png
          </a,b;c.png> ; rel = preload                             | /a,b;c.png
          </first.png>; rel=next; rel=preload                      | ``
          </q.png>; title="\\"; rel=next"; rel=preload             | /q.png
          no; rel=preload, <open; rel=preload                      | ``
          </a.png>, </b.png>; rel=icon                             | /b.png I
          """)
  void aLinkHeaderNamesThese(String header, String expected) {
    List<Requisite> found =
        RequisiteExtractor.extract(
            new byte[0],
            0,
            0,
            "text/html",
            List.of(header),
            CanonicalUrl.typed(PAGE),
            Requisite.Kind.DOCUMENT);
    List<String> named =
        found.stream()
            .map(each -> each.url().text().replace("http://a.test", "") + letter(each.kind()))
            .toList();
    assertEquals(expected == null ? "" : expected, String.join(",", named), header);
  }

  @Test
  void aBrokenStringEndsAtItsLine() {
    assertEquals(List.of("/dir/ok.png"), css("a{b:\"no\n;c:url(ok.png)}"));
    assertEquals(List.of("/dir/ab.png"), css("a{b:url(\"a\\\nb.png\")}"));
  }

  @Test
  void aStyleSheetIsReadInItsCharset() {
    byte[] wide = ("\uFEFFa{b:url(\u00e4.png)}").getBytes(UTF_16LE);
    assertEquals(List.of("/dir/%C3%A4.png"), of(wide, "text/css", Requisite.Kind.STYLE));
    byte[] latin = "@charset \"latin1\"; a{b:url(\u00e4.png)}".getBytes(ISO);
    assertEquals(List.of("/dir/%C3%A4.png"), of(latin, "text/css", Requisite.Kind.STYLE));
  }

  private static final java.nio.charset.Charset ISO = java.nio.charset.StandardCharsets.ISO_8859_1;

  @Test
  void aPictureThatComesAsAPageNamesNothing() {
    byte[] page = "<img src=/x.png>".getBytes(UTF_8);
    assertEquals(List.of(), of(page, "text/html", Requisite.Kind.RESOURCE));
    assertEquals(List.of(), of(page, "text/html", Requisite.Kind.STYLE));
  }

  @Test
  void aManifestNamesItsIcons() {
    byte[] json = "{\"icons\":[{\"src\":\"\\/i.png\"},{\"src\" : \"j.png\"}]}".getBytes(UTF_8);
    assertEquals(
        List.of("/i.png", "/dir/j.png"),
        of(json, "application/manifest+json", Requisite.Kind.MANIFEST));
  }

  @Test
  void nothingTakesLongOrIsWithoutEnd() {
    List<String> nasty =
        List.of(
            "url(".repeat(200_000),
            "(".repeat(1_000_000),
            "\\".repeat(1_000_000),
            "/*".repeat(500_000),
            "a{b:url(x\"".repeat(100_000),
            "@import ".repeat(100_000),
            "image-set(".repeat(100_000) + "\"x\"",
            "\"\n".repeat(500_000));
    for (String each : nasty) {
      assertTimeoutPreemptively(Duration.ofSeconds(20), () -> css(each));
      assertTimeoutPreemptively(
          Duration.ofSeconds(20), () -> html("<style>" + each + "</style><p style='" + each));
    }
    String many = "<img srcset=\"" + "/x ,".repeat(300_000) + "\"><img srcset='" + "(".repeat(99);
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> html(many));
    StringBuilder images = new StringBuilder();
    for (int i = 0; i < 50_000; i++) {
      images.append("<img src=").append(i).append(">");
    }
    assertTrue(html(images.toString()).size() <= RequisiteExtractor.MAX_MENTIONS);
  }
}
