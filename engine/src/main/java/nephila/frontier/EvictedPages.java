package nephila.frontier;

/// The pages of a frontier that are not in memory, as their store has them.
///
/// Of such a page the frontier knows nothing; of a host it knows what the best of these pages is
/// worth. It asks for them when the host has no better page in memory, and the store tells of those
/// it comes by ([EvictionOrder]).
public interface EvictedPages {
  /// Every page is in memory.
  EvictedPages NONE =
      new EvictedPages() {
        @Override
        public boolean resolve(int slot) {
          return true;
        }

        @Override
        public HostPages of(int host) {
          return new HostPages();
        }

        @Override
        public int admit(HostPages found, int i) {
          throw new IndexOutOfBoundsException(i);
        }

        @Override
        public double leastStanding() {
          return 0;
        }

        @Override
        public long credit() {
          return 1;
        }
      };

  /// Looks up what is not in memory of a page that is [nephila.ledger.PageTable#isUnsure];
  /// afterwards it is not. Returns whether the page is to be read, as it was when it was queued.
  boolean resolve(int slot);

  /// The unread pages of the host that are not in memory.
  HostPages of(int host);

  /// Takes a page that was found into memory, and returns its slot.
  int admit(HostPages found, int i);

  /// The [Frontier#standing] below which pages left when the memory was last full.
  double leastStanding();

  /// The units that every known page is credited.
  long credit();

  /// The credits that a page counts for which received nothing.
  default double leastCredits() {
    return 1;
  }
}
