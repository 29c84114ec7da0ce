package nephila.links;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A link of a `Link` header (RFC 8288, section 3): its target as it stands there, and the
/// parameters that tell whether a document is shown with it.
///
/// @param rel the relations, of several such parameters the first; null where there is none
/// @param as what it is loaded as, null where it does not say so
record LinkHeader(String target, @Nullable String rel, @Nullable String as) {
  /// The most links read of one header.
  private static final int MOST = 1000;

  /// The links of a header; what is no link ends the reading. Linear in the length of the header.
  static Stream<LinkHeader> of(String header) {
    List<LinkHeader> all = new ArrayList<>();
    Reading reading = new Reading(header);
    while (all.size() < MOST && reading.next() instanceof LinkHeader link) {
      all.add(link);
    }
    return all.stream();
  }

  private static final class Reading {
    private final String text;
    private int at;

    Reading(String text) {
      this.text = text;
    }

    @Nullable LinkHeader next() {
      skip(" \t,");
      int end = text.indexOf('>', at);
      if (at >= text.length() || text.charAt(at) != '<' || end < 0) {
        return null;
      }
      String target = text.substring(at + 1, end);
      at = end + 1;
      String rel = null;
      String as = null;
      for (skip(" \t"); at < text.length() && text.charAt(at) == ';'; skip(" \t")) {
        skip(" \t;");
        String name = token("=;, \t").toLowerCase(Locale.ROOT);
        String value = value();
        rel = rel == null && name.equals("rel") ? value : rel;
        as = as == null && name.equals("as") ? value : as;
      }
      return new LinkHeader(target, rel, as);
    }

    private String value() {
      skip(" \t");
      if (at >= text.length() || text.charAt(at) != '=') {
        return "";
      }
      at++;
      skip(" \t");
      return at < text.length() && text.charAt(at) == '"' ? quoted() : token(";, \t");
    }

    private String quoted() {
      StringBuilder value = new StringBuilder();
      for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
        if (text.charAt(at) == '\\' && at + 1 < text.length()) {
          at++;
        }
        value.append(text.charAt(at));
      }
      at++;
      return value.toString();
    }

    private String token(String ends) {
      int from = Math.min(at, text.length());
      while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
        at++;
      }
      return text.substring(from, Math.max(from, Math.min(at, text.length())));
    }

    private void skip(String which) {
      while (at < text.length() && which.indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }
  }
}
