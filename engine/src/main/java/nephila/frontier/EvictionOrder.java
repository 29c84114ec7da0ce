package nephila.frontier;

/// Which pages may leave the memory of a store, and which should come back: what a store asks the
/// frontier that orders its pages. The other direction is [EvictedPages].
public interface EvictionOrder {
  /// No page waits.
  EvictionOrder NONE =
      new EvictionOrder() {
        @Override
        public double standing(int slot) {
          return 0;
        }

        @Override
        public double standingOfRead(int slot, double credits) {
          return 0;
        }

        @Override
        public void leaving(int slot) {}

        @Override
        public void left() {}

        @Override
        public void found(HostPages pages) {}

        @Override
        public boolean wantsBack(
            long received, int reads, int changes, int misses, long lastReadSeconds) {
          return false;
        }

        @Override
        public boolean wantsGone(int misses, long lastReadSeconds) {
          return false;
        }

        @Override
        public void cameBack(int slot) {}

        @Override
        public int hosts() {
          return 0;
        }

        @Override
        public int[] soonest(int most) {
          return new int[0];
        }
      };

  /// How soon the page, which waits to be read for the first time, will be read: larger is sooner.
  double standing(int slot);

  /// How soon the page, which was read and is worth so much, will be needed: to be read again, or
  /// because it is paid. On the scale of [#standing].
  double standingOfRead(int slot, double credits);

  /// The page is about to leave the memory. It waits to be read for the first time.
  void leaving(int slot);

  /// Pages have left the memory: their slots are free.
  void left();

  /// The store came by the unread pages of a host that are not in memory. Those that should be are
  /// taken in by [EvictedPages#admit].
  void found(HostPages pages);

  /// The store came by a page that was read and is not in memory: whether it should be, to be read
  /// again.
  boolean wantsBack(long received, int reads, int changes, int misses, long lastReadSeconds);

  /// The store came by a page that is gone and is not in memory: whether it should be, to be asked
  /// for once more.
  boolean wantsGone(int misses, long lastReadSeconds);

  /// It is in memory.
  void cameBack(int slot);

  /// How many hosts take memory beside their pages, counted once for each order of pages that they
  /// stand in.
  int hosts();

  /// Some of the pages that will be read soonest.
  int[] soonest(int most);
}
