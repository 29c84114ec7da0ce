package nephila.testweb.hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/// Hosts without an end, and hosts that lure to the canary.
final class TrapBehaviours {
  private TrapBehaviours() {}

  private static Behaviour trap(
      String name, String must, Behaviour.Manners manners, Predicate<HostEvidence> held) {
    return Behaviour.of(name, must, manners, held).endless();
  }

  private static String links(String... to) {
    StringBuilder html = new StringBuilder("<html><p>A page like all others of this host.</p>");
    for (String link : to) {
      html.append("<a href='").append(link).append("'>on</a>\n");
    }
    return html.toString();
  }

  static List<Behaviour> traps() {
    AtomicInteger counter = new AtomicInteger();
    Predicate<HostEvidence> read = seen -> seen.settledAs(200);
    String share = "no more pages than its share while others wait";
    return List.of(
        trap(
            "trap-calendar",
            "left when its dates are made up",
            talk -> {
              int month = number(talk.path());
              talk.html(
                  links("/cal/%d/%02d".formatted(2020 + (month + 1) / 12, (month + 1) % 12 + 1)));
            },
            seen -> seen.settledAs(200) && seen.asked() < 200),
        trap(
            "trap-session-ids",
            "session ids are no part of a page's name",
            talk -> {
              String id = "%032x".formatted(counter.incrementAndGet() * 7919L);
              talk.html(links("/a?sid=" + id, "/b;jsessionid=" + id, "/c?PHPSESSID=" + id));
            },
            seen -> seen.settledAs(200) && seen.asked() <= 8),
        trap(
            "trap-deeper-and-deeper",
            "left at twenty levels or three of a name",
            talk -> talk.html(links(talk.path() + "deeper/")),
            seen -> seen.settledAs(200) && seen.asked() <= 25),
        trap(
            "trap-longer-and-longer",
            "left at 1,024 characters",
            talk -> talk.html(links("/" + "x".repeat(talk.path().length()) + "0123456789")),
            seen -> seen.settledAs(200) && seen.asked() <= 110),
        trap(
            "trap-query-order",
            "the order of parameters makes no new page, their repetition few",
            talk -> talk.html(links("/q?a=1&b=2", "/q?b=2&a=1", "/q?b=2&a=1&b=2")),
            seen -> seen.settledAs(200) && seen.asked() <= 4),
        trap(
            "trap-tree",
            share,
            talk -> talk.html(links(talk.path() + "a", talk.path() + "b", talk.path() + "c")),
            read),
        trap(
            "trap-soft-404",
            "made-up pages are found out",
            talk -> talk.html(links("/p" + counter.incrementAndGet(), "/q" + counter.get())),
            read),
        trap(
            "trap-always-new",
            share,
            talk -> talk.html(links("/n" + counter.incrementAndGet()) + System.nanoTime()),
            read),
        trap(
            "trap-copies",
            share,
            talk -> talk.html(links("/same/" + counter.incrementAndGet())),
            read),
        trap(
                "trap-million-hosts",
                "a site has its share, however many hosts it has",
                talk -> {
                  String port = talk.origin().substring(talk.origin().lastIndexOf(':'));
                  String[] to = new String[50];
                  for (int i = 0; i < to.length; i++) {
                    to[i] = "http://h" + counter.incrementAndGet() + ".wild.test" + port + "/";
                  }
                  talk.html(links(to));
                },
                read)
            .named("www.wild.test"));
  }

  private static int number(String path) {
    String digits = path.replaceAll("[^0-9]", "");
    return digits.length() < 6
        ? 0
        : (Integer.parseInt(digits.substring(0, 4)) - 2020) * 12
            + Integer.parseInt(digits.substring(4, 6));
  }

  /// For every spelling of the canary's address a host that leads there by links of all kinds and
  /// by redirects of all kinds.
  static List<Behaviour> lures(Map<String, String> spellings) {
    List<Behaviour> lures = new ArrayList<>();
    spellings.forEach((name, authority) -> lures.add(lure("lure-" + name, authority)));
    return lures;
  }

  private static Behaviour lure(String name, String authority) {
    String there = "http://" + authority;
    return Behaviour.of(
        name,
        "the canary is not asked",
        talk -> {
          switch (talk.path()) {
            case "/" ->
                talk.html(
                    "<link rel=canonical href='http://x.invalid/'>"
                        + links(there + "/link", "//" + authority + "/relative")
                        + "<iframe src='%s/frame'></iframe><img src='%s/i'>".formatted(there, there)
                        + "<form action='%s/form'></form><a href=/301>1</a><a href=/302>2</a>"
                            .formatted(there)
                        + "<a href=/303>3</a><a href=/307>4</a><a href=/308>5</a>"
                        + "<a href=/refresh>6</a><a href=/base>7</a><a href=/canonical>8</a>"
                        + "<a href=/header>9</a>");
            case "/301", "/302", "/303", "/307", "/308" ->
                talk.answer(
                    Integer.parseInt(talk.path().substring(1)),
                    "Location: "
                        + new String(
                            (there + "/redirect").getBytes(java.nio.charset.StandardCharsets.UTF_8),
                            java.nio.charset.StandardCharsets.ISO_8859_1)
                        + "\r\n",
                    new byte[0]);
            case "/refresh" ->
                talk.html("<meta http-equiv=refresh content='0;url=" + there + "/refresh'>");
            case "/base" -> talk.html("<base href='" + there + "/base/'><a href=x>x</a>");
            case "/canonical" -> talk.html("<link rel=canonical href='" + there + "/canonical'>");
            case "/header" ->
                talk.answer(200, "Link: <%s/header>; rel=next\r\n".formatted(there), new byte[2]);
            default -> talk.missing();
          }
        },
        seen -> seen.settledAs(200) && seen.asked("/308") == 1 && seen.canary() == 0);
  }
}
