package nephila.cluster.wire;

import nephila.store.record.BinaryRecord;

/// An order that is not answered yet.
///
/// @param pages how many it asks for
/// @param sinceMillis when it was given
/// @param lapsesMillis when its owner gives it up, and its pages wait again
public record OrderOut(String origin, int pages, long sinceMillis, long lapsesMillis) {
  public void write(BinaryRecord to) {
    to.putText(origin).putNumber(pages).putNumber(sinceMillis).putNumber(lapsesMillis);
  }

  public static OrderOut take(BinaryRecord from) {
    return new OrderOut(
        from.takeText(), (int) from.takeNumber(), from.takeNumber(), from.takeNumber());
  }
}
