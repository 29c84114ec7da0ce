package nephila.url;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Locale;
import nephila.UserError;
import org.jspecify.annotations.Nullable;

/// One wish of the user about what matters: `url~/news/ x3`, `anchor~climate x2`,
/// `type=application/xml x5`, `host=example.org x2`, `site=example.org +10`.
///
/// A rule is a subject (`url`, `anchor`, `near` for the words around a link, `type`, `host`,
/// `site`), `~` for a pattern found anywhere (RE2; texts of links without regard to case) or `=`
/// for equality (a host matches its subdomains too, a type may end in `/*`), and what to do: `xN`
/// multiplies what the page earns, `+N` adds to it.
public final class FocusRule {
  private static final Pattern SYNTAX =
      Pattern.compile("^\\s*([a-z]+)\\s*([~=])\\s*(.*?)\\s+([x+])\\s*([0-9]*\\.?[0-9]+)\\s*$");

  private enum Subject {
    URL,
    ANCHOR,
    NEAR,
    TYPE,
    HOST,
    SITE
  }

  private static final String ANCHOR = "anchor";
  private static final String NEAR = "near";

  private final String written;
  private final String condition;
  private final Subject subject;
  private final @Nullable UserPattern pattern;
  private final String value;
  private final boolean multiplies;
  private final double amount;

  private FocusRule(String written, Subject subject, Matcher parts) {
    this.written = written.strip();
    this.condition = parts.group(1) + parts.group(2) + parts.group(3);
    this.subject = subject;
    boolean search = parts.group(2).equals("~");
    value = subject == Subject.URL ? parts.group(3) : parts.group(3).toLowerCase(Locale.ROOT);
    boolean ignoreCase = subject != Subject.URL;
    pattern =
        search
            ? UserPattern.compile(
                "focus rule '" + written.strip() + "':", parts.group(3), ignoreCase)
            : null;
    multiplies = parts.group(4).equals("x");
    amount = Double.parseDouble(parts.group(5));
  }

  /// @throws UserError when it is no rule
  public static FocusRule parse(String written) {
    Matcher parts = SYNTAX.matcher(written);
    if (!parts.find() || parts.group(3).isEmpty()) {
      throw new UserError(
          "not a focus rule: '"
              + written
              + "'; write it like 'url~/news/ x3', 'anchor~climate x2', 'near~climate x2',"
              + " 'type=application/xml x5',"
              + " 'host=example.org +10'");
    }
    for (Subject subject : Subject.values()) {
      if (subject.name().toLowerCase(Locale.ROOT).equals(parts.group(1))) {
        return new FocusRule(written, subject, parts);
      }
    }
    throw new UserError(
        "focus rule '"
            + written
            + "': '"
            + parts.group(1)
            + "' is none of url, anchor, near, type, host, site");
  }

  /// Which pages it speaks of: the rule without what it does to them.
  public String condition() {
    return condition;
  }

  /// Whether a [#condition] is about the texts of links.
  static boolean isAboutAnchors(String condition) {
    return condition.startsWith(ANCHOR) || condition.startsWith(NEAR);
  }

  /// Whether the page must be known by an anchor text to be judged.
  public boolean needsAnchor() {
    return subject == Subject.ANCHOR;
  }

  /// Whether the words around a link to the page must be known to judge it.
  public boolean needsNear() {
    return subject == Subject.NEAR;
  }

  /// Whether the page's type must be known to be judged.
  boolean needsType() {
    return subject == Subject.TYPE;
  }

  /// Whether the rule speaks of this page. What is not known (an anchor, a type) does not match.
  public boolean matches(CanonicalUrl url, @Nullable String anchor, @Nullable String type) {
    return switch (subject) {
      case URL -> matches(url.text());
      case ANCHOR -> anchor != null && matches(anchor);
      case NEAR -> false;
      case TYPE -> type != null && matchesType(type);
      case HOST -> matchesHost(url.host());
      case SITE -> matches(url.site());
    };
  }

  boolean matchesAnchor(String text) {
    return matches(text);
  }

  private boolean matches(String text) {
    if (pattern != null) {
      return pattern.isIn(text);
    }
    return subject == Subject.URL ? text.equals(value) : text.equalsIgnoreCase(value);
  }

  private boolean matchesHost(String host) {
    return matches(host) || (pattern == null && host.endsWith("." + value));
  }

  private boolean matchesType(String contentType) {
    int end = contentType.indexOf(';');
    String type = (end < 0 ? contentType : contentType.substring(0, end)).strip();
    if (pattern == null && value.endsWith("/*")) {
      return type.regionMatches(true, 0, value, 0, value.length() - 1);
    }
    return matches(type);
  }

  /// Whether the rule multiplies what a page earns, rather than adding to it.
  public boolean multiplies() {
    return multiplies;
  }

  public double amount() {
    return amount;
  }

  /// The rule as it was written.
  @Override
  public String toString() {
    return written;
  }
}
