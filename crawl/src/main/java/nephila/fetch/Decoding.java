package nephila.fetch;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.brotli.dec.BrotliInputStream;

/// Undoes content codings (RFC 9110 §8.4): gzip, deflate (with or without its zlib wrapper), br,
/// and up to three of them nested. Never unpacks more than [#MAX_BYTES], nor, beyond
/// [#HARMLESS_BYTES], more than [#MAX_RATIO] times what was packed: no page is packed so well, and
/// a bomb costs at most that much memory and time.
final class Decoding {
  /// The most that is unpacked of one body.
  static final int MAX_BYTES = 32 << 20;

  /// So much is unpacked however well it was packed.
  static final int HARMLESS_BYTES = 4 << 20;

  static final int MAX_RATIO = 100;
  private static final int MAX_NESTING = 3;

  private Decoding() {}

  static Content decode(Headers headers, Content payload) {
    List<String> codings = codings(headers);
    if (codings.isEmpty() || payload.length() == 0) {
      return payload;
    }
    if (codings.size() > MAX_NESTING) {
      return flawed(payload, Content.Flaw.UNKNOWN_CODING);
    }
    Content content = payload;
    for (int i = codings.size() - 1; i >= 0; i--) {
      content = decode(codings.get(i), content);
      if (content.flaw() == Content.Flaw.UNKNOWN_CODING) {
        return content;
      }
    }
    return content;
  }

  private static List<String> codings(Headers headers) {
    if (headers.find("Content-Encoding", 0) < 0) {
      return List.of();
    }
    List<String> codings = new ArrayList<>();
    for (String value : headers.all("Content-Encoding")) {
      for (String part : value.split(",")) {
        String coding = part.strip().toLowerCase(Locale.ROOT);
        if (!coding.isEmpty() && !coding.equals("identity") && !coding.equals("none")) {
          codings.add(coding.startsWith("x-") ? coding.substring(2) : coding);
        }
      }
    }
    return codings;
  }

  private static Content decode(String coding, Content packed) {
    int first = packed.length() > 0 ? packed.array()[packed.offset()] & 0xff : 0;
    return switch (coding) {
      // A server that says gzip and sends plain text is common; browsers show the text.
      case "gzip" -> first == 0x1f ? unpack(coding, packed) : packed;
      case "deflate", "br" -> unpack(coding, packed);
      default -> flawed(packed, Content.Flaw.UNKNOWN_CODING);
    };
  }

  private static Content unpack(String coding, Content packed) {
    InputStream in = new ByteArrayInputStream(packed.array(), packed.offset(), packed.length());
    ByteArrayOutputStream out = new ByteArrayOutputStream(Math.max(64, 4 * packed.length()));
    Content.Flaw flaw = packed.flaw();
    Inflater raw = null;
    try {
      if (coding.equals("deflate") && !zlib(packed)) {
        raw = new Inflater(true);
        // zlib asks for one byte more than raw data has.
        in = new SequenceInputStream(in, new ByteArrayInputStream(new byte[1]));
      }
      InputStream unpacked =
          switch (coding) {
            case "gzip" -> new GZIPInputStream(in, 8192);
            case "br" -> new BrotliInputStream(in);
            default -> raw != null ? new InflaterInputStream(in, raw) : new InflaterInputStream(in);
          };
      long most = Math.max(HARMLESS_BYTES, (long) MAX_RATIO * packed.length());
      flaw = copy(unpacked, out, (int) Math.min(most, MAX_BYTES), flaw);
    } catch (IOException | RuntimeException e) {
      // The brotli decoder throws runtime exceptions on some damaged input.
      flaw = Content.Flaw.BROKEN;
    } finally {
      if (raw != null) {
        raw.end();
      }
    }
    byte[] bytes = out.toByteArray();
    return new Content(bytes, 0, bytes.length, flaw);
  }

  private static Content.Flaw copy(
      InputStream unpacked, ByteArrayOutputStream out, int most, Content.Flaw flaw)
      throws IOException {
    try (unpacked) {
      byte[] buffer = new byte[8192];
      for (int n = unpacked.read(buffer); n >= 0; n = unpacked.read(buffer)) {
        if (out.size() + n > most) {
          out.write(buffer, 0, most - out.size());
          return Content.Flaw.TOO_BIG;
        }
        out.write(buffer, 0, n);
      }
    }
    return flaw;
  }

  /// RFC 1950 header: method 8, and the two bytes together a multiple of 31.
  private static boolean zlib(Content packed) {
    if (packed.length() < 2) {
      return false;
    }
    int first = packed.array()[packed.offset()] & 0xff;
    int second = packed.array()[packed.offset() + 1] & 0xff;
    return (first & 0x0f) == 8 && (256 * first + second) % 31 == 0;
  }

  private static Content flawed(Content content, Content.Flaw flaw) {
    return new Content(content.array(), content.offset(), content.length(), flaw);
  }
}
