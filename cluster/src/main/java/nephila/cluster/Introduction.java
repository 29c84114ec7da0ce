package nephila.cluster;

import nephila.store.BinaryRecord;
import org.jspecify.annotations.Nullable;

/// How a page became known: its URL, its distance from a seed in links, and the page that pointed
/// to it first, null for a seed.
record Introduction(String url, int depth, @Nullable PageKey via) {
  static Introduction seed(String url) {
    return new Introduction(url, 0, null);
  }

  boolean isSeed() {
    return via == null;
  }

  void write(BinaryRecord to) {
    to.putNumber(depth).put(via == null ? 0 : 1);
    if (via != null) {
      via.write(to);
    }
    to.putText(url);
  }

  static Introduction take(BinaryRecord from) {
    int depth = (int) from.takeNumber();
    PageKey via = from.take() == 0 ? null : PageKey.take(from);
    return new Introduction(from.takeText(), depth, via);
  }

  byte[] bytes() {
    BinaryRecord record = new BinaryRecord();
    write(record);
    return record.toBytes();
  }
}
