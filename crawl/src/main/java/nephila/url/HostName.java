package nephila.url;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.IDN;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The canonical spelling of a host: lower case, ASCII (IDNA), no dot at the end; addresses in
/// their usual form, whatever base their numbers were written in.
final class HostName {
  private static final int MAX_NAME = 253;
  private static final int MAX_LABEL = 63;

  private HostName() {}

  /// The canonical host, or null when no server can have that name.
  static @Nullable String canonical(String written) {
    if (written.startsWith("[")) {
      return written.endsWith("]") ? ipv6(written.substring(1, written.length() - 1)) : null;
    }
    String host = ascii(written);
    if (host == null || !valid(host)) {
      return null;
    }
    int lastDot = host.lastIndexOf('.');
    return UrlBytes.digit(host.charAt(lastDot + 1)) && number(host.substring(lastDot + 1)) >= 0
        ? ipv4(host)
        : host;
  }

  private static @Nullable String ascii(String written) {
    try {
      String host = written.indexOf('%') < 0 ? written : URLDecoder.decode(written, UTF_8);
      host = host.toLowerCase(Locale.ROOT);
      if (host.length() > MAX_NAME + 1) {
        return null; // before IDN, which breaks on much longer ones
      }
      if (!host.chars().allMatch(c -> c < 128)) {
        host = IDN.toASCII(host, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
      }
      return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return null;
    }
  }

  private static boolean valid(String host) {
    if (host.isEmpty() || host.length() > MAX_NAME) {
      return false;
    }
    int label = 0;
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c == '.') {
        if (label == 0) {
          return false;
        }
        label = 0;
      } else if (!(UrlBytes.alphanumeric(c) || c == '-' || c == '_') || ++label > MAX_LABEL) {
        return false;
      }
    }
    return label > 0;
  }

  /// One to four numbers, decimal, octal or hexadecimal, the last filling what is left of 32 bits.
  private static @Nullable String ipv4(String host) {
    String[] parts = host.split("\\.", -1);
    if (parts.length > 4) {
      return null;
    }
    long address = 0;
    for (int i = 0; i < parts.length; i++) {
      long number = number(parts[i]);
      boolean last = i == parts.length - 1;
      long limit = last ? 1L << (8 * (5 - parts.length)) : 256;
      if (number < 0 || number >= limit) {
        return null;
      }
      address = last ? address << (8 * (5 - parts.length)) | number : address << 8 | number;
    }
    return (address >> 24)
        + "."
        + (address >> 16 & 255)
        + "."
        + (address >> 8 & 255)
        + "."
        + (address & 255);
  }

  /// The number written, or -1.
  private static long number(String written) {
    try {
      if (written.startsWith("0x")) {
        return written.length() == 2 ? 0 : Long.parseLong(written, 2, written.length(), 16);
      }
      if (written.length() > 1 && written.startsWith("0")) {
        return Long.parseLong(written, 8);
      }
      return written.startsWith("-") ? -1 : Long.parseLong(written);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /// RFC 5952: lower case, no leading zeros, the longest run of zeros as `::`.
  private static @Nullable String ipv6(String written) {
    if (written.indexOf(':') < 0 || written.indexOf('%') >= 0) {
      return null;
    }
    try {
      byte[] address = InetAddress.ofLiteral(written).getAddress();
      return "[" + (address.length == 4 ? mapped(address) : compressed(address)) + "]";
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static String mapped(byte[] ipv4) {
    return String.format(
        Locale.ROOT,
        "::ffff:%x:%x",
        (ipv4[0] & 255) << 8 | ipv4[1] & 255,
        (ipv4[2] & 255) << 8 | ipv4[3] & 255);
  }

  private static String compressed(byte[] address) {
    int[] groups = new int[8];
    for (int i = 0; i < 8; i++) {
      groups[i] = (address[2 * i] & 255) << 8 | address[2 * i + 1] & 255;
    }
    int start = -1;
    int longest = 1;
    for (int i = 0; i < 8; i++) {
      int run = 0;
      while (i + run < 8 && groups[i + run] == 0) {
        run++;
      }
      if (run > longest) {
        start = i;
        longest = run;
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      if (i == start) {
        text.append("::");
        i += longest - 1;
      } else {
        boolean colon = !text.isEmpty() && text.charAt(text.length() - 1) != ':';
        text.append(colon ? ":" : "").append(Integer.toHexString(groups[i]));
      }
    }
    return text.toString();
  }
}
