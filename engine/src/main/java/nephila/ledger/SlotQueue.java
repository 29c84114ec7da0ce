package nephila.ledger;

/// Slots first in, first out, in a ring that grows.
public final class SlotQueue {
  private int[] ring = new int[8];
  private int head;
  private int size;

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public void add(int slot) {
    if (size == ring.length) {
      int[] larger = new int[size * 2];
      System.arraycopy(ring, head, larger, 0, size - head);
      System.arraycopy(ring, 0, larger, size - head, head);
      ring = larger;
      head = 0;
    }
    ring[(head + size++) & (ring.length - 1)] = slot;
  }

  /// The next to be taken; there must be one.
  public int peek() {
    return ring[head];
  }

  /// Takes the next; there must be one.
  public int take() {
    int slot = ring[head];
    head = (head + 1) & (ring.length - 1);
    size--;
    return slot;
  }
}
