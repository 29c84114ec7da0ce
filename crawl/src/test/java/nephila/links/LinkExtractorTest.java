package nephila.links;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinkExtractorTest {
  private static final CanonicalUrl URL = CanonicalUrl.typed("http://example.org/dir/page.html");

  private static PageLinks read(byte[] bytes, @Nullable String contentType) {
    return new LinkExtractor("nephila").extract(bytes, 0, bytes.length, contentType, URL);
  }

  private static PageLinks html(String page) {
    return read(page.getBytes(UTF_8), "text/html; charset=utf-8");
  }

  private static List<String> urls(PageLinks links) {
    return links.links().stream().map(link -> link.url().text()).toList();
  }

  @Test
  void aLinkIsListedOnceWithAllItsTexts() {
    PageLinks links =
        html(
            "<a href=x#1>one</a> <a href='y'>two &amp; <b>th</b>ree<br>four</a>"
                + "<a href=./x>once more</a><a href=x>one</a>");
    assertEquals(List.of("http://example.org/dir/x", "http://example.org/dir/y"), urls(links));
    assertEquals("one\nonce more", links.anchorText(0));
    assertEquals("two & three four", links.anchorText(1));
  }

  @Test
  void theWordsAroundALinkAreThoseOfThePageAndNotItsOwn() {
    PageLinks links =
        html(
            "<script>var x = '<p>never';</script><p class='a > b'>one two three"
                + " <a href=x>own words</a> four <b>five</b> six</p>");
    assertEquals("two three four five", links.nearText(0, 2));
    assertEquals("one two three four five six", links.nearText(0, 3));
    assertEquals("", html("<a href=x>alone</a>").nearText(0, 5));
  }

  @Test
  void anAnchorsTextEndsWhereTheNextBegins() {
    PageLinks links = html("<a href=x>one <a href=y>two <!-- no > --> words<script>no</script>");
    assertEquals("one", links.anchorText(0));
    assertEquals("two words", links.anchorText(1));
  }

  @Test
  void everyKindIsTold() {
    PageLinks links =
        html(
            "<link rel=canonical href=c><link rel=next href=n><link rel=alternate href=a>"
                + "<link rel=alternate type='application/atom+xml' href=f>"
                + "<meta http-equiv=refresh content='0; url=r'>"
                + "<a href=n>x</a><area href=m><iframe src=i></iframe><frame src=g>");
    List<Link> all = links.links();
    assertEquals(EnumSet.of(LinkKind.CANONICAL), all.get(0).kinds());
    assertEquals(EnumSet.of(LinkKind.NEXT, LinkKind.ANCHOR), all.get(1).kinds());
    assertEquals(EnumSet.of(LinkKind.ALTERNATE), all.get(2).kinds());
    assertEquals(EnumSet.of(LinkKind.FEED), all.get(3).kinds());
    assertEquals(EnumSet.of(LinkKind.REFRESH), all.get(4).kinds());
    assertEquals(EnumSet.of(LinkKind.AREA), all.get(5).kinds());
    assertEquals(EnumSet.of(LinkKind.IFRAME), all.get(6).kinds());
    assertEquals(EnumSet.of(LinkKind.FRAME), all.get(7).kinds());
    assertEquals("http://example.org/dir/c", String.valueOf(links.canonical()));
  }

  @Test
  void aLinkIsNofollowOnlyWhenEveryMentionSaysSo() {
    PageLinks links =
        html(
            "<a rel='external NoFollow' href=x></a><a rel=nofollow href=y></a><a href=y></a>"
                + "<a href=z rel=nofollower>");
    assertTrue(links.links().get(0).nofollow());
    assertFalse(links.links().get(1).nofollow());
    assertFalse(links.links().get(2).nofollow());
  }

  @Test
  void thePageSaysWhatItAllowsRobots() {
    assertEquals(RobotsMeta.ALL, html("<meta name=robots content='index, follow'>").robots());
    assertEquals(
        new RobotsMeta(true, true, false), html("<meta name=ROBOTS content=NONE>").robots());
    assertEquals(
        new RobotsMeta(true, false, true),
        html("<meta content='noindex' name=Nephila><meta name=robots content=noarchive>").robots());
    assertEquals(RobotsMeta.ALL, html("<meta name=otherbot content=noindex>").robots());
  }

  @Test
  void theHeaderMayBeForOneRobotOnly() {
    assertTrue(RobotsMeta.header("noindex, nofollow", "nephila").nofollow());
    assertFalse(RobotsMeta.header("otherbot: noindex", "nephila").noindex());
    assertTrue(RobotsMeta.header("Nephila: noindex", "nephila").noindex());
    assertTrue(
        RobotsMeta.header("unavailable_after: 25 Jun 2030 15:00:00 PST, noindex", "n").noindex());
  }

  @Test
  void theTitleIsText() {
    assertEquals("a <b> & c", html("<title>\n a <b> &amp;\n c</title><title>x</title>").title());
    assertEquals("", html("<svg><title>no</title></svg>").title());
  }

  @Test
  void aBaseThatComesLateCountsForAll() {
    PageLinks links = html("<a href=x>x</a><base href='http://other.example/b/'><a href=y>");
    assertEquals(List.of("http://other.example/b/x", "http://other.example/b/y"), urls(links));
    assertEquals("http://other.example/b/", String.valueOf(links.base()));
    assertNull(html("<a href=x>").base());
  }

  @Test
  void charsetsAreFoundByMarkHeaderMetaAndLook() {
    Charset latin = StandardCharsets.ISO_8859_1;
    String page = "<title>é</title><a href='/?é'>";
    assertEquals("é", read(page.getBytes(latin), "text/html; charset=ISO-8859-1").title());
    assertEquals(
        List.of("http://example.org/?%E9"),
        urls(read(page.getBytes(latin), "text/html;charset=\"latin1\"")));
    String meta = "<meta charset='iso-8859-1'>" + page;
    assertEquals("é", read(meta.getBytes(latin), "text/html").title());
    String old = "<meta http-equiv=content-type content='text/html; charset=windows-1251'>";
    byte[] cyrillic = (old + "<title>Ж</title>").getBytes(Charset.forName("windows-1251"));
    assertEquals("Ж", read(cyrillic, "text/html").title());
    assertEquals("é", read(page.getBytes(UTF_8), "text/html").title());
    assertEquals("é", read(page.getBytes(latin), "text/html").title());
    byte[] marked = ("\uFEFF" + page).getBytes(UTF_8);
    assertEquals("é", read(marked, "text/html; charset=windows-1251").title());
  }

  @Test
  void widePagesAreReadToo() {
    String page = "<title>é日</title><a href='/ж'>";
    for (Charset wide : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      for (String mark : List.of("", "\uFEFF")) {
        PageLinks links = read((mark + page).getBytes(wide), "text/html");
        assertEquals("é日", links.title(), wide + mark);
        assertEquals(List.of("http://example.org/%D0%B6"), urls(links));
      }
    }
    byte[] japanese = "<title>日本</title><a href=x>".getBytes(Charset.forName("ISO-2022-JP"));
    assertEquals("日本", read(japanese, "text/html; charset=iso-2022-jp").title());
  }

  @Test
  void whatIsNoPageHasNoLinks() {
    byte[] bytes = "<a href=x>".getBytes(UTF_8);
    assertTrue(read(bytes, "image/png").links().isEmpty());
    assertTrue(read(bytes, "text/plain").links().isEmpty());
    assertEquals(1, read(bytes, null).links().size());
    assertTrue(read(new byte[0], null).links().isEmpty());
  }

  @Test
  void onlyItsOwnBytesAreRead() {
    byte[] bytes = "<a href=no><a href=x><a href=no>".getBytes(UTF_8);
    PageLinks links = new LinkExtractor("nephila").extract(bytes, 11, 10, "text/html", URL);
    assertEquals(List.of("http://example.org/dir/x"), urls(links));
  }

  @Test
  void linksThatLeadNowhereAreCounted() {
    assertEquals(
        3, html("<a href=mailto:x><a href=mailto:x><a href='http://'><a href=y>").unusable());
  }
}
