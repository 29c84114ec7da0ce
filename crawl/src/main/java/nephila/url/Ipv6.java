package nephila.url;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// IPv6 addresses as URLs have them: read as the WHATWG URL standard says, written as RFC 5952 says
/// (lower case, no leading zeros, the first of the longest runs of zeros as `::`).
final class Ipv6 {
  private static final int GROUPS = 8;

  private final String written;
  private final int[] groups = new int[GROUPS];
  private int at;
  private int count;

  private Ipv6(String written) {
    this.written = written;
  }

  /// The eight groups of the address without its brackets; null when it is none.
  static int @Nullable [] parse(String written) {
    return new Ipv6(written).parsed();
  }

  private int @Nullable [] parsed() {
    int gap = -1;
    if (written.startsWith("::")) {
      at = 2;
      gap = 0;
    }
    while (at < written.length()) {
      if (count == GROUPS) {
        return null;
      }
      if (written.charAt(at) == ':') {
        if (gap >= 0) {
          return null;
        }
        at++;
        gap = count;
      } else if (!group()) {
        return null;
      }
    }
    if (gap < 0) {
      return count == GROUPS ? groups : null;
    }
    if (count == GROUPS) {
      return null;
    }
    int after = count - gap;
    System.arraycopy(groups, gap, groups, GROUPS - after, after);
    Arrays.fill(groups, gap, GROUPS - after, 0);
    return groups;
  }

  /// Takes a group and the colon behind it, or the IPv4 address that ends the whole.
  private boolean group() {
    int start = at;
    int value = 0;
    while (at < written.length() && at < start + 4 && UrlBytes.hex(written.charAt(at)) >= 0) {
      value = value << 4 | UrlBytes.hex(written.charAt(at++));
    }
    if (at < written.length() && written.charAt(at) == '.') {
      at = start;
      return count <= GROUPS - 2 && ipv4();
    }
    groups[count++] = value;
    if (at == written.length()) {
      return at > start;
    }
    boolean colon = at > start && written.charAt(at++) == ':';
    return colon && at < written.length();
  }

  /// Takes four decimal numbers, which fill two groups.
  private boolean ipv4() {
    String[] parts = written.substring(at).split("\\.", -1);
    if (parts.length != 4) {
      return false;
    }
    int[] numbers = new int[4];
    for (int i = 0; i < 4; i++) {
      String part = parts[i];
      boolean leadingZero = part.length() > 1 && part.charAt(0) == '0';
      boolean digits = !part.isEmpty() && part.chars().allMatch(UrlBytes::digit);
      if (leadingZero || !digits || part.length() > 3) {
        return false;
      }
      numbers[i] = Integer.parseInt(part);
      if (numbers[i] > 255) {
        return false;
      }
    }
    groups[count++] = numbers[0] << 8 | numbers[1];
    groups[count++] = numbers[2] << 8 | numbers[3];
    at = written.length();
    return true;
  }

  static String text(int[] groups) {
    int start = -1;
    int longest = 1;
    for (int i = 0; i < GROUPS; i++) {
      int run = 0;
      while (i + run < GROUPS && groups[i + run] == 0) {
        run++;
      }
      if (run > longest) {
        start = i;
        longest = run;
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
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
