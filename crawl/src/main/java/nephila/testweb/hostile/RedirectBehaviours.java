package nephila.testweb.hostile;

import java.util.List;

/// Redirects that lead nowhere, round and round, or away from the web; certificates that lie.
final class RedirectBehaviours {
  private RedirectBehaviours() {}

  private static Behaviour to(String name, String must, String location) {
    return Behaviour.of(
        name,
        must,
        talk -> talk.redirect(location),
        seen -> seen.settledAs(302) && seen.asked() == 1);
  }

  static List<Behaviour> redirects() {
    String nowhere = "settled as a redirect, followed nowhere";
    return List.of(
        to("redirect-to-file", nowhere, "file:///etc/passwd"),
        to("redirect-to-javascript", nowhere, "javascript:alert(1)"),
        to("redirect-to-data", nowhere, "data:text/html,<a href=/x>"),
        to("redirect-to-ftp", nowhere, "ftp://ftp.example/"),
        to("redirect-to-gopher", nowhere, "gopher://127.0.79.2:70/_GET"),
        to("redirect-to-mailto", nowhere, "mailto:a@example.org"),
        to("redirect-to-jar", nowhere, "jar:http://a.example/x.jar!/"),
        to("redirect-to-garbage", nowhere, "http://[::1:::]:99999999/%%%"),
        to("redirect-to-nothing", nowhere, ""),
        to("redirect-of-60-kb", "not followed: too long a URL", "/" + "x".repeat(60_000)),
        to("redirect-to-itself", "settled as a redirect, asked once", "/"),
        Behaviour.of(
            "redirect-without-location",
            nowhere,
            talk -> talk.answer(301, "", new byte[0]),
            seen -> seen.settledAs(301) && seen.asked() == 1),
        Behaviour.of(
            "redirect-with-line-breaks",
            "no header of the stranger's in a request",
            talk -> talk.redirect("/a%0d%0aX-Evil:%201\rX-Worse: 1\u0000"),
            seen -> seen.settledAs(302)),
        Behaviour.of(
            "redirect-loop",
            "each page of the loop is asked once",
            talk -> talk.redirect(talk.front() ? "/a" : talk.path().equals("/a") ? "/b" : "/"),
            seen -> seen.asked() == 3),
        Behaviour.of(
                "redirect-chain",
                "one page after the other, within the limits of any host",
                talk -> talk.redirect("/" + talk.path().length() + "-" + talk.path().hashCode()),
                seen -> seen.settledAs(302) && seen.asked() >= 2)
            .endless(),
        Behaviour.of(
                "redirect-fan",
                "one page after the other, within the limits of any host",
                talk ->
                    talk.answer(
                        302,
                        "Location: " + talk.path() + "l\r\nLocation: " + talk.path() + "r\r\n",
                        new byte[0]),
                seen -> seen.settledAs(302) && seen.asked() >= 2)
            .endless());
  }

  static List<Behaviour> secure() {
    String refused = "no connection: the certificate is refused, no request is sent";
    Behaviour.Manners hello = talk -> talk.html("secret");
    return List.of(
        Behaviour.of("tls-good", "read", hello, seen -> seen.settledAs(200))
            .secured("good.p12", "good.example"),
        Behaviour.of("tls-expired", refused, hello, RedirectBehaviours::unread)
            .secured("expired.p12", "good.example"),
        Behaviour.of("tls-wrong-host", refused, hello, RedirectBehaviours::unread)
            .secured("good.p12", "wrong.example"),
        Behaviour.of("tls-self-signed", refused, hello, RedirectBehaviours::unread)
            .secured("self-signed.p12", "self.example"),
        Behaviour.of(
            "tls-plain-text",
            "no connection",
            talk -> talk.say("HTTP/1.1 400 Bad\r\n\r\n"),
            RedirectBehaviours::unread),
        Behaviour.of("early-tls-reset", "no connection", Talk::reset, RedirectBehaviours::unread)
            .named("secure.test"),
        Behaviour.of("early-tls-stall", "no connection", Talk::stall, RedirectBehaviours::unread)
            .named("secure.test")
            .amongTheWorst());
  }

  private static boolean unread(HostEvidence seen) {
    return seen.status() <= 0 && seen.asked("/") == 0;
  }
}
