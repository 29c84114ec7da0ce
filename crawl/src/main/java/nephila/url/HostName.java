package nephila.url;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.text.IDNA;
import java.net.URLDecoder;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The canonical spelling of a host, as browsers read it (WHATWG URL standard, host parsing): lower
/// case, names of other alphabets in ASCII by UTS 46 without the transitional mappings (so `faß` is
/// not `fass`), addresses in their usual form, whatever base their numbers were written in. A host
/// whose last label is a number is an address or no host at all. A name in ASCII is taken as it is,
/// `xn--` labels that encode nothing included.
///
/// Differs from the standard on purpose: a dot at the end is dropped, and names longer than a name
/// server can have are refused (a label of more than 63 letters, more than 253 in all).
final class HostName {
  private static final int MAX_NAME = 253;
  private static final int MAX_LABEL = 63;

  /// Names in UTF-16 longer than this are refused before they are looked at: none of them can have
  /// an ASCII form of 253 letters.
  private static final int MAX_WRITTEN = 1024;

  private static final int OPTIONS =
      IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ;

  /// Faults that the standard does not mind, or that [#valid] looks for itself.
  private static final Set<IDNA.Error> FORGIVEN =
      EnumSet.of(
          IDNA.Error.EMPTY_LABEL,
          IDNA.Error.LABEL_TOO_LONG,
          IDNA.Error.DOMAIN_NAME_TOO_LONG,
          IDNA.Error.LEADING_HYPHEN,
          IDNA.Error.TRAILING_HYPHEN,
          IDNA.Error.HYPHEN_3_4);

  /// Loaded with the first name that needs it.
  private static final class Unicode {
    static final IDNA NAMES = IDNA.getUTS46Instance(OPTIONS);
  }

  /// Beyond every part of an address.
  private static final long TOO_LARGE = 1L << 33;

  private HostName() {}

  /// The canonical host, or null when no server can have that name.
  static @Nullable String canonical(String written) {
    if (written.startsWith("[")) {
      String address = written.endsWith("]") ? written.substring(1, written.length() - 1) : "";
      int[] groups = Ipv6.parse(address);
      return groups == null ? null : "[" + Ipv6.text(groups) + "]";
    }
    String host = ascii(written);
    if (host == null || !valid(host)) {
      return null;
    }
    return endsInNumber(host) ? ipv4(host) : host;
  }

  private static @Nullable String ascii(String written) {
    if (written.length() > MAX_WRITTEN) {
      return null;
    }
    String host = decoded(written);
    if (host == null) {
      return null;
    }
    host = host.chars().allMatch(c -> c < 0x80) ? host.toLowerCase(Locale.ROOT) : punycode(host);
    return host != null && host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  /// Without escapes; null where a percent sign begins none.
  private static @Nullable String decoded(String written) {
    try {
      return written.indexOf('%') < 0
          ? written
          : URLDecoder.decode(written.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static @Nullable String punycode(String host) {
    IDNA.Info info = new IDNA.Info();
    StringBuilder ascii = Unicode.NAMES.nameToASCII(host, new StringBuilder(), info);
    return FORGIVEN.containsAll(info.getErrors()) ? ascii.toString() : null;
  }

  private static boolean valid(String host) {
    if (host.isEmpty() || host.length() > MAX_NAME) {
      return false;
    }
    int label = 0;
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c == '.') {
        label = 0;
      } else if (isForbidden(c) || ++label > MAX_LABEL) {
        return false;
      }
    }
    return label > 0;
  }

  /// The standard's forbidden domain code points.
  private static boolean isForbidden(char c) {
    return c <= ' ' || c >= 0x7F || "#/:<>?@[\\]^|%".indexOf(c) >= 0;
  }

  private static boolean endsInNumber(String host) {
    String last = host.substring(host.lastIndexOf('.') + 1);
    return last.chars().allMatch(UrlBytes::digit) || number(last) >= 0;
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

  /// The number written, -1 when it is none; one too large for an address counts as the largest.
  private static long number(String written) {
    boolean hexadecimal = written.startsWith("0x");
    boolean octal = !hexadecimal && written.length() > 1 && written.startsWith("0");
    int radix = hexadecimal ? 16 : octal ? 8 : 10;
    String digits = written.substring(hexadecimal ? 2 : octal ? 1 : 0);
    if (digits.isEmpty()) {
      return hexadecimal ? 0 : -1;
    }
    long number = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = UrlBytes.hex(digits.charAt(i));
      if (digit < 0 || digit >= radix) {
        return -1;
      }
      number = Math.min(TOO_LARGE, number * radix + digit);
    }
    return number;
  }
}
