package nephila.links;

import java.util.Locale;

/// What a page allows robots: from `<meta name=robots>` or the header `X-Robots-Tag`.
public record RobotsMeta(boolean noindex, boolean nofollow, boolean noarchive) {
  /// All is allowed.
  public static final RobotsMeta ALL = new RobotsMeta(false, false, false);

  /// The directives of a meta element's content: `noindex, nofollow`, `none`, `all` …
  public static RobotsMeta parse(String content) {
    boolean noindex = false;
    boolean nofollow = false;
    boolean noarchive = false;
    for (String directive : content.toLowerCase(Locale.ROOT).split("[,\\s]+")) {
      switch (directive) {
        case "none" -> {
          noindex = true;
          nofollow = true;
        }
        case "noindex" -> noindex = true;
        case "nofollow" -> nofollow = true;
        case "noarchive", "nocache" -> noarchive = true;
        default -> {}
      }
    }
    return noindex || nofollow || noarchive ? new RobotsMeta(noindex, nofollow, noarchive) : ALL;
  }

  /// The value of one `X-Robots-Tag` header, as it concerns the robot of this product token. A
  /// value may begin with the name of the robot it is for: `otherbot: noindex`.
  public static RobotsMeta header(String value, String productToken) {
    int colon = value.indexOf(':');
    int comma = value.indexOf(',');
    boolean named = colon > 0 && (comma < 0 || colon < comma);
    if (!named) {
      return parse(value);
    }
    String name = value.substring(0, colon).strip();
    if (name.equalsIgnoreCase("unavailable_after")) {
      return parse(value);
    }
    return name.equalsIgnoreCase(productToken) ? parse(value.substring(colon + 1)) : ALL;
  }

  /// What is left when both have their say.
  public RobotsMeta and(RobotsMeta other) {
    if (other.equals(ALL)) {
      return this;
    }
    return new RobotsMeta(
        noindex || other.noindex, nofollow || other.nofollow, noarchive || other.noarchive);
  }
}
