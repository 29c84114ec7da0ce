package nephila.testweb.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/// Lengths that lie, chunks that break, codings that explode, answers of impossible kinds.
final class FramingBehaviours {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

  /// What bombs unpack to.
  private static final int BOMB = 64 << 20;

  private FramingBehaviours() {}

  private static Behaviour read(String name, String must, String bytes) {
    return Behaviour.of(name, must, talk -> talk.say(bytes), seen -> seen.settledAs(200));
  }

  static List<Behaviour> lengths() {
    String chunked = OK + "Transfer-Encoding: chunked\r\n\r\n";
    String refused = "a broken connection: which length is meant cannot be known";
    return List.of(
        read("length-too-long", "what came is kept", OK + "Content-Length: 900\r\n\r\nhello"),
        read("length-too-short", "cut at the length", OK + "Content-Length: 2\r\n\r\nhello"),
        read("length-negative", "read to the end", OK + "Content-Length: -5\r\n\r\nhello"),
        read("length-no-number", "read to the end", OK + "Content-Length: x\r\n\r\nhello"),
        read(
            "length-beyond-64-bit",
            "what came is kept",
            OK + "Content-Length: 99999999999999999999999\r\n\r\nhello"),
        Behaviour.of(
            "two-lengths",
            refused,
            talk -> talk.say(OK + "Content-Length: 1\r\nContent-Length: 5\r\n\r\nhello"),
            seen -> seen.settledAs(-3)),
        Behaviour.of(
            "length-list",
            refused,
            talk -> talk.say(OK + "Content-Length: 1, 5\r\n\r\nhello"),
            seen -> seen.settledAs(-3)),
        read(
            "length-and-chunks",
            "chunks win",
            OK + "Content-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"),
        read("chunk-size-no-number", "cut there", chunked + "1\r\na\r\nzz\r\nhello"),
        read("chunk-size-overflow", "cut there", chunked + "ffffffffffffffffff\r\nhello"),
        read("chunk-size-negative", "cut there", chunked + "-1\r\nhello"),
        read("chunk-without-end", "cut there", chunked + "1\r\nahello"),
        read("chunks-cut", "what came is kept", chunked + "ff\r\nhello"),
        read("no-last-chunk", "what came is kept", chunked + "1\r\na\r\n"),
        read(
            "unknown-transfer-coding", "kept as it came", OK + "Transfer-Encoding: x\r\n\r\nhello"),
        read("nul-in-header", "read", OK + "A: \u0000\u0001\r\n\r\nhello"),
        read("header-without-colon", "read", OK + "what\r\n\r\nhello"),
        read("bare-line-feeds", "read", "HTTP/1.1 200 OK\nContent-Type: text/html\n\nhello"),
        read(
            "validators-with-controls",
            "read; never sent back as they are",
            OK + "ETag: \"a\u0000\rb\"\r\nLast-Modified: \u0001yesterday\r\n\r\nhello"));
  }

  private static Behaviour bomb(String name, String coding, Talk.Bytes body) {
    Supplier<byte[]> made = Talk.once(body);
    return Behaviour.of(
            name,
            "unpacked to a limit, read to there",
            talk ->
                talk.answer(
                    200,
                    "Content-Type: text/html\r\nContent-Encoding: " + coding + "\r\n",
                    made.get()),
            seen -> seen.settledAs(200) && seen.asked() <= 3)
        .amongTheWorst();
  }

  static List<Behaviour> codings() {
    return List.of(
        bomb("gzip-bomb", "gzip", () -> gzipBomb()),
        bomb("gzip-in-gzip-bomb", "gzip, gzip", () -> Talk.gzip(gzipBomb())),
        bomb("deflate-bomb", "deflate", () -> deflateBomb()),
        bomb("brotli-bomb", "br", BrotliBomb::bytes),
        Behaviour.of(
            "codings-nested-20",
            "kept as it came",
            talk ->
                talk.answer(
                    200,
                    "Content-Encoding: " + "gzip, ".repeat(19) + "gzip\r\n",
                    Talk.gzip(new byte[99])),
            seen -> seen.settledAs(200)),
        Behaviour.of(
            "gzip-cut",
            "what can be unpacked is read",
            talk ->
                talk.answer(
                    200,
                    "Content-Type: text/html\r\nContent-Encoding: gzip\r\n",
                    java.util.Arrays.copyOf(Talk.gzip(new byte[999]), 15)),
            seen -> seen.settledAs(200)),
        Behaviour.of(
            "gzip-that-is-text",
            "read as text",
            talk ->
                talk.answer(
                    200,
                    "Content-Type: text/html\r\nContent-Encoding: gzip\r\n",
                    "<a href=/a>a</a>".getBytes(ISO_8859_1)),
            seen -> seen.settledAs(200) && seen.links() == 1),
        Behaviour.of(
            "brotli-that-is-noise",
            "kept as it came",
            talk ->
                talk.answer(200, "Content-Encoding: br\r\n", "\u0007noise".getBytes(ISO_8859_1)),
            seen -> seen.settledAs(200)));
  }

  private static byte[] gzipBomb() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (java.util.zip.GZIPOutputStream out = new java.util.zip.GZIPOutputStream(packed)) {
      zeros(out);
    }
    return packed.toByteArray();
  }

  private static byte[] deflateBomb() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    try (DeflaterOutputStream out = new DeflaterOutputStream(packed, deflater)) {
      zeros(out);
    } finally {
      deflater.end();
    }
    return packed.toByteArray();
  }

  private static void zeros(java.io.OutputStream out) throws java.io.IOException {
    byte[] zeros = new byte[1 << 20];
    for (int i = 0; i < BOMB; i += zeros.length) {
      out.write(zeros);
    }
  }

  static List<Behaviour> statuses() {
    return List.of(
        status("status-999", 999),
        status("status-204-with-body", 204),
        status("status-304-unasked", 304),
        status("status-206-unasked", 206),
        patience("retry-after-1000-years", "Retry-After: 31536000000\r\n", 429),
        patience("retry-after-nonsense", "Retry-After: \u0001-5 tomorrow\r\n", 503),
        patience("always-429", "", 429),
        patience("always-503", "", 503));
  }

  private static Behaviour status(String name, int status) {
    return Behaviour.of(
        name,
        "settled with that status",
        talk -> talk.answer(status, "", "hello".getBytes(ISO_8859_1)),
        seen -> seen.settledAs(status));
  }

  private static Behaviour patience(String name, String header, int status) {
    return Behaviour.of(
        name,
        "left alone, asked three times at most",
        talk -> talk.answer(status, header, new byte[0]),
        seen -> seen.asked() <= 3 && (seen.status() == 0 || seen.status() == status));
  }
}
