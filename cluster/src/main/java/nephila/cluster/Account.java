package nephila.cluster;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The books of one page, as they are in the store: 29 bytes, rewritten at every payment.
///
/// | design | here |
/// | --- | --- |
/// | q | `received` |
/// | y | `paid` |
final class Account {
  static final int BYTES = 29;

  private static final int READ = 1;
  private static final int DROPPED = 2;
  private static final int PAYS = 4;
  private static final int OFFERED = 8;

  long received;
  long paid;
  private int flags;
  int status;
  int reads;
  int changes;
  int lastReadSeconds;

  /// Failed attempts in a row.
  int attempts;

  /// The site of its page, as long as it is in a table.
  int site;

  /// In whose queue its page waits, where that is known.
  @Nullable Host host;

  /// Whether it differs from what is in the store.
  boolean dirty;

  static Account of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new nephila.store.BrokenState("an account of " + bytes.length + " bytes, not " + BYTES);
    }
    ByteBuffer from = ByteBuffer.wrap(bytes);
    Account account = new Account();
    account.received = from.getLong();
    account.paid = from.getLong();
    account.flags = from.get();
    account.status = from.getShort();
    account.reads = Short.toUnsignedInt(from.getShort());
    account.changes = Short.toUnsignedInt(from.getShort());
    account.lastReadSeconds = from.getInt();
    account.attempts = Short.toUnsignedInt(from.getShort());
    return account;
  }

  byte[] bytes() {
    ByteBuffer to = ByteBuffer.allocate(BYTES);
    to.putLong(received).putLong(paid).put((byte) flags).putShort((short) status);
    to.putShort((short) Math.min(reads, 0xFFFF)).putShort((short) Math.min(changes, 0xFFFF));
    return to.putInt(lastReadSeconds).putShort((short) Math.min(attempts, 0xFFFF)).array();
  }

  /// Whether it was read, or tried and settled.
  boolean isRead() {
    return (flags & READ) != 0;
  }

  /// Whether it is not to be read: out of scope, or a trap.
  boolean isDropped() {
    return (flags & DROPPED) != 0;
  }

  /// Whether it has links.
  boolean pays() {
    return (flags & PAYS) != 0;
  }

  /// Whether it waits with another partition, which asks its host.
  boolean isOffered() {
    return (flags & OFFERED) != 0;
  }

  boolean waits() {
    return (flags & (READ | DROPPED)) == 0;
  }

  void read(boolean on) {
    flag(READ, on);
  }

  void dropped(boolean on) {
    flag(DROPPED, on);
  }

  void pays(boolean on) {
    flag(PAYS, on);
  }

  void offered(boolean on) {
    flag(OFFERED, on);
  }

  private void flag(int flag, boolean on) {
    flags = on ? flags | flag : flags & ~flag;
  }

  /// What it has not passed on, in units; nothing for a page without links.
  long residual(long credit) {
    return pays() ? credit + received - paid : 0;
  }
}
