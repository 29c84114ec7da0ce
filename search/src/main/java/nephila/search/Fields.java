package nephila.search;

/// The fields of a page in the index.
///
/// `title headings anchors address text` hold the words as written (lower case, folded, camel case
/// and dotted names also split); `stem.xx` holds title, headings and text reduced by the rules of
/// language xx, `lead.xx` the same of the page's beginning ([Lead]). `names` holds what the page is
/// called as a whole, each name as one word ([Names]). `hash` is a number by which a page's
/// importance is looked up.
final class Fields {
  static final String URL = "url";
  static final String SITE = "site";

  /// Every name by which `site:` finds the page.
  static final String SITES = "sites";

  static final String TYPE = "type";
  static final String LANGUAGE = "language";
  static final String READ = "read";
  static final String HASH = "hash";
  static final String PLACE = "place";
  static final String TITLE = "title";
  static final String HEADINGS = "headings";
  static final String ANCHORS = "anchors";
  static final String ADDRESS = "address";
  static final String TEXT = "text";
  static final String NAMES = "names";
  static final String STEM = "stem.";
  static final String LEAD = "lead.";

  /// The fields that hold words as written, and how much a word in each weighs (BM25F).
  static final String[] PLAIN = {TITLE, HEADINGS, ANCHORS, ADDRESS, TEXT};

  static final float[] PLAIN_WEIGHTS = {6, 2, 4, 3, 1};

  /// The same in a question of many words: most of them describe the page and do not name it.
  static final float[] SENTENCE_WEIGHTS = {2, 1.5f, 2, 1, 1};

  private Fields() {}
}
