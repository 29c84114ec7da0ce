package nephila.cluster.wire;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import nephila.store.BrokenState;
import nephila.store.record.BinaryRecord;

/// The bytes of the messages between owners and fetchers: a version, a kind, a body. What does not
/// parse, or goes on behind its end, is a [BrokenState] before anything was done with it.
public final class Wire {
  private static final int VERSION = 4;

  /// The kinds of message.
  public static final int TRANSFER = 1;

  public static final int MOVED_PAGE = 2;
  public static final int RESULT = 3;
  static final int ORDER = 4;
  public static final int BOOKS = 5;
  public static final int MOVED_HOST = 6;
  public static final int QUESTION = 7;
  static final int ANSWER = 8;
  public static final int OFFER = 9;
  public static final int HANDED = 10;
  public static final int VIRTUAL_PAGE = 11;
  public static final int MOVED_LEDGER = 12;
  public static final int GRAPH_ROWS = 13;

  private static final int MOST = 1 << 24;

  private Wire() {}

  public static BinaryRecord begin(int kind) {
    return new BinaryRecord().put(VERSION).put(kind);
  }

  /// The kind of a message; the record then stands at its body.
  public static int kind(BinaryRecord from) {
    int version = from.take();
    if (version != VERSION) {
      throw new BrokenState("a message of version " + version + ", known is " + VERSION);
    }
    return from.take();
  }

  public static void expect(BinaryRecord from, int kind) {
    int found = kind(from);
    if (found != kind) {
      throw new BrokenState("a message of kind " + found + " where " + kind + " was expected");
    }
  }

  /// How many items follow; a count that cannot be is refused before room is made for it.
  public static int count(BinaryRecord from, int leastBytes) {
    long count = from.takeNumber();
    if (count < 0 || count > MOST / Math.max(1, leastBytes)) {
      throw new BrokenState(count + " items of " + leastBytes + " bytes in one message");
    }
    return (int) count;
  }

  public static void end(BinaryRecord from) {
    if (!from.atEnd()) {
      throw new BrokenState("a message goes on behind its end");
    }
  }

  public static void putTexts(BinaryRecord to, SortedSet<String> texts) {
    to.putNumber(texts.size());
    texts.forEach(to::putText);
  }

  public static SortedSet<String> takeTexts(BinaryRecord from) {
    int size = count(from, 1);
    if (size == 0) {
      return Collections.emptySortedSet();
    }
    SortedSet<String> texts = new TreeSet<>();
    for (int i = 0; i < size; i++) {
      texts.add(from.takeText());
    }
    return texts;
  }

  /// Small numbers of either sign.
  public static void putSigned(BinaryRecord to, long value) {
    to.putNumber(value << 1 ^ value >> 63);
  }

  public static long takeSigned(BinaryRecord from) {
    long value = from.takeNumber();
    return value >>> 1 ^ -(value & 1);
  }
}
