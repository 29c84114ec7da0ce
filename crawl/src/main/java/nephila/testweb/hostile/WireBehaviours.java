package nephila.testweb.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;

/// Connections that break, hold on, flood, or speak another language.
final class WireBehaviours {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
  private static final int TIMEOUT = -4;
  private static final int BROKEN = -3;

  /// Three times, and once more when a kept connection was dead: asking again may help.
  private static final int ATTEMPTS = 4;

  private WireBehaviours() {}

  private static boolean triedAs(HostEvidence seen, int status) {
    return seen.settledAs(status) && seen.asked() <= ATTEMPTS;
  }

  private static Behaviour broken(String name, Behaviour.Manners manners) {
    String must = "a broken connection, tried three times at most";
    return Behaviour.of(name, must, manners, seen -> triedAs(seen, BROKEN));
  }

  private static Behaviour says(String name, String bytes) {
    return broken(name, talk -> talk.say(bytes));
  }

  private static Behaviour late(String name, Behaviour.Manners manners) {
    String must = "a timeout, tried three times at most";
    return Behaviour.of(name, must, manners, seen -> triedAs(seen, TIMEOUT)).amongTheWorst();
  }

  private static Behaviour cut(String name, String must, Behaviour.Manners manners) {
    return Behaviour.of(name, must, manners, seen -> seen.settledAs(200) && seen.asked("/") == 1)
        .amongTheWorst();
  }

  static List<Behaviour> slow() {
    byte[] lines = "X-Drip: a\r\n".getBytes(ISO_8859_1);
    byte[] flood = "<p>more and more".repeat(4096).getBytes(ISO_8859_1);
    byte[] chunk = ("1000\r\n" + "x".repeat(4096) + "\r\n").getBytes(ISO_8859_1);
    return List.of(
        late("silence", talk -> talk.stall()),
        late(
            "drip-status",
            talk -> talk.drip("HTTP/1.1 200 OK and so on".repeat(99).getBytes(ISO_8859_1))),
        late(
            "drip-head",
            talk -> {
              talk.say(OK);
              talk.drip(lines);
            }),
        late(
            "stall-in-head",
            talk -> {
              talk.say(OK);
              talk.stall();
            }),
        cut(
            "drip-body",
            "cut for slowness, what came is kept",
            talk -> {
              talk.say(OK + "\r\n<a href=/x>x</a>");
              talk.drip(new byte[] {'y'});
            }),
        cut(
            "stall-in-body",
            "cut for slowness, what came is kept",
            talk -> {
              talk.say(OK + "Content-Length: 500\r\n\r\nhello");
              talk.stall();
            }),
        cut(
            "stall-in-chunk",
            "cut for slowness, what came is kept",
            talk -> {
              talk.say(OK + "Transfer-Encoding: chunked\r\n\r\nff\r\nhello");
              talk.stall();
            }),
        cut(
            "endless-body",
            "cut at --max-bytes",
            talk -> {
              talk.say(OK + "\r\n");
              talk.forEver(flood);
            }),
        cut(
            "endless-length",
            "cut at --max-bytes",
            talk -> {
              talk.say(OK + "Content-Length: 99999999999999\r\n\r\n");
              talk.forEver(flood);
            }),
        cut(
            "endless-chunks",
            "cut at --max-bytes",
            talk -> {
              talk.say(OK + "Transfer-Encoding: chunked\r\n\r\n");
              talk.forEver(chunk);
            }));
  }

  static List<Behaviour> floods() {
    byte[] header = "X-Flood: 0123456789\r\n".repeat(1000).getBytes(ISO_8859_1);
    return List.of(
        broken(
            "endless-header-line",
            talk -> {
              talk.say("HTTP/1.1 200 OK\r\nX: ");
              talk.forEver(new byte[4096]);
            }),
        broken(
                "endless-headers",
                talk -> {
                  talk.say("HTTP/1.1 200 OK\r\n");
                  talk.forEver(header);
                })
            .amongTheWorst(),
        says("header-flood-100000", "HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(100_000) + "\r\n"),
        broken(
            "endless-status-line",
            talk -> {
              talk.say("HTTP/1.1 200 ");
              talk.forEver("OK ".repeat(2000).getBytes(ISO_8859_1));
            }),
        broken(
            "endless-interim",
            talk -> talk.forEver("HTTP/1.1 100 Go\r\n\r\n".getBytes(ISO_8859_1))),
        Behaviour.of(
            "endless-trailers",
            "the body is read, the trailers are cut",
            talk -> {
              talk.say(OK + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n");
              talk.forEver(header);
            },
            seen -> seen.settledAs(200)),
        Behaviour.of(
            "endless-chunk-extension",
            "cut before the chunk",
            talk -> {
              talk.say(OK + "Transfer-Encoding: chunked\r\n\r\n1;");
              talk.forEver("x".repeat(4096).getBytes(ISO_8859_1));
            },
            seen -> seen.settledAs(200)),
        Behaviour.of(
            "cookie-flood",
            "read, no cookie kept",
            talk ->
                talk.answer(
                    200, "Set-Cookie: a=%s\r\n".formatted("x".repeat(90)).repeat(900), new byte[2]),
            seen -> seen.settledAs(200)));
  }

  static List<Behaviour> tongues() {
    return List.of(
        says("http-0.9", "<html>hello</html>"),
        says("http-2-preface", "\u0000\u0000\u0012\u0004\u0000\u0000\u0000\u0000\u0000"),
        says("http-2-version", "HTTP/2.0 200 OK\r\n\r\n"),
        says("icy", "ICY 200 OK\r\n\r\n"),
        says("ssh", "SSH-2.0-OpenSSH_9.9\r\n"),
        says("smtp", "220 mail.example ESMTP\r\n"),
        says("random-bytes", "\u0001\u00ff\u0080\u0000\u0017 what\u0000\r\n\r\n"),
        says("status-of-two-digits", "HTTP/1.1 20 OK\r\n\r\n"),
        says("status-no-number", "HTTP/1.1 abc OK\r\n\r\n"),
        says("switching-protocols", "HTTP/1.1 101 Up\r\nUpgrade: x\r\n\r\n"),
        says("nothing", ""),
        says("half-a-head", "HTTP/1.1 200 OK\r\nA: b\r\n"),
        broken("reset-at-once", Talk::reset),
        broken(
            "reset-in-head",
            talk -> {
              talk.say("HTTP/1.1 200 OK\r\nConte");
              talk.reset();
            }),
        Behaviour.of(
            "reset-in-body",
            "what came is kept",
            talk -> {
              talk.say(OK + "Content-Length: 500\r\n\r\n<a href=/x>x</a>");
              Thread.sleep(20);
              talk.reset();
            },
            seen -> seen.status() == 200 || seen.status() == BROKEN),
        resetAtEveryByte(),
        Behaviour.of(
            "half-closed",
            "read like any other",
            talk -> {
              talk.say(OK + "\r\nhello");
              talk.halfClose();
              talk.stall();
            },
            seen -> seen.settledAs(200)),
        Behaviour.of(
            "early-answer",
            "the answer before the request is read or refused, never given to a later request",
            talk -> {
              talk.say("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab");
              talk.request();
            },
            seen -> seen.status("/secret") == 0),
        Behaviour.of(
            "unasked-answer",
            "bytes behind an answer are no answer to the next request",
            talk -> {
              String page = talk.front() ? "<a href=/a>a</a>" : "<a href=/>front</a>";
              talk.html(page);
              talk.say("HTTP/1.1 500 Smuggled\r\nContent-Length: 0\r\n\r\n");
              talk.keep();
            },
            seen -> seen.settledAs(200) && seen.status("/a") == 200));
  }

  private static Behaviour resetAtEveryByte() {
    String whole = OK + "Content-Length: 5\r\n\r\nhello";
    StringBuilder front = new StringBuilder();
    for (int i = 0; i < whole.length(); i += 4) {
      front.append("<a href=/").append(i).append(">x</a>");
    }
    return Behaviour.of(
        "reset-at-every-byte",
        "each page is settled or left for later, none is made up",
        talk -> {
          if (talk.front()) {
            talk.html(front.toString());
          } else if (talk.path().matches("/[0-9]{1,3}")) {
            talk.say(whole.substring(0, Integer.parseInt(talk.path().substring(1))));
            talk.reset();
          } else {
            talk.missing();
          }
        },
        seen -> seen.settledAs(200));
  }
}
