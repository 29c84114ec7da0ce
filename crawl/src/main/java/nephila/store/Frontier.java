package nephila.store;

/// Who keeps the order of unread pages, told by the store which of them come and go.
public interface Frontier {
  /// Nobody.
  Frontier NOBODY =
      new Frontier() {
        @Override
        public double standing(int slot) {
          return 0;
        }

        @Override
        public void leaving(int slot) {}

        @Override
        public void left() {}

        @Override
        public void found(HostPages pages) {}

        @Override
        public boolean wantsAgain(long received, int reads, int changes, long lastReadSeconds) {
          return false;
        }

        @Override
        public void again(int slot) {}

        @Override
        public int[] soonest(int most) {
          return new int[0];
        }
      };

  /// How soon the unread page will be read: larger is sooner.
  double standing(int slot);

  /// The page is about to leave the memory; it waits on disk from now on.
  void leaving(int slot);

  /// Pages have left: their slots are free.
  void left();

  /// A sweep came by the pages of a host that wait on disk.
  void found(HostPages pages);

  /// A sweep came by a page that was read: whether it should be in memory to be read again.
  boolean wantsAgain(long received, int reads, int changes, long lastReadSeconds);

  /// It is in memory.
  void again(int slot);

  /// Some of the pages that will be read soonest.
  int[] soonest(int most);
}
