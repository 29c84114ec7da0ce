package nephila.links;

/// Names of elements packed into a long, eight letters at most, so that a tag is known by one
/// comparison.
final class TagName {
  static final long A = pack("a");
  static final long AREA = pack("area");
  static final long AUDIO = pack("audio");
  static final long BASE = pack("base");
  static final long EMBED = pack("embed");
  static final long FEIMAGE = pack("feimage");
  static final long FRAME = pack("frame");
  static final long IFRAME = pack("iframe");
  static final long IMAGE = pack("image");
  static final long IMG = pack("img");
  static final long INPUT = pack("input");
  static final long LINK = pack("link");
  static final long MATH = pack("math");
  static final long META = pack("meta");
  static final long NOEMBED = pack("noembed");
  static final long NOFRAMES = pack("noframes");
  static final long OBJECT = pack("object");
  static final long SCRIPT = pack("script");
  static final long SOURCE = pack("source");
  static final long STYLE = pack("style");
  static final long SVG = pack("svg");
  static final long TEXTAREA = pack("textarea");
  static final long TITLE = pack("title");
  static final long TRACK = pack("track");
  static final long USE = pack("use");
  static final long VIDEO = pack("video");
  static final long XMP = pack("xmp");

  /// No name of eight letters packs to this.
  static final long PLAINTEXT = -1;

  private TagName() {}

  static long pack(String name) {
    long packed = 0;
    for (int i = 0; i < name.length(); i++) {
      packed = packed << 8 | name.charAt(i);
    }
    return packed;
  }

  /// The packed name, in lower case; 0 for one longer than eight bytes.
  static long pack(byte[] bytes, int from, int to) {
    if (to - from > 8) {
      return Bytes.equalsIgnoreCase(bytes, from, to, "plaintext") ? PLAINTEXT : 0;
    }
    long packed = 0;
    for (int i = from; i < to; i++) {
      packed = packed << 8 | (bytes[i] | 0x20) & 0xFF;
    }
    return packed;
  }

  /// The name of the element whose content is raw text, or null for any other. Scripts have rules
  /// of their own.
  static @org.jspecify.annotations.Nullable String raw(long name) {
    if (name == STYLE) {
      return "style";
    }
    if (name == TITLE) {
      return "title";
    }
    if (name == TEXTAREA) {
      return "textarea";
    }
    if (name == IFRAME) {
      return "iframe";
    }
    if (name == XMP) {
      return "xmp";
    }
    if (name == NOEMBED) {
      return "noembed";
    }
    return name == NOFRAMES ? "noframes" : null;
  }
}
