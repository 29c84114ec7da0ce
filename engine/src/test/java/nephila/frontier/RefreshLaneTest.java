package nephila.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import nephila.ledger.PageTable;
import org.junit.jupiter.api.Test;

class RefreshLaneTest {
  private static final String SLOW = "slow";
  private static final String QUICK = "quick";
  private static final int CHANGED = 1;

  private final PageTable pages = new PageTable();
  private final Map<Integer, String> hosts = new HashMap<>();
  private final Map<String, Long> due = new HashMap<>();
  private double[] worth = {1, 1, 1, 1, 1, 1, 1, 1};
  private int forbidden = PageTable.NO_PAGE;
  private final RefreshLane lane =
      new RefreshLane(pages, new Worth(), 100, slot -> slot != forbidden);

  /// On disk, as pages that change are ordered.
  private final class Worth implements PagePriority {
    @Override
    public double of(int slot) {
      return worth[slot];
    }

    @Override
    public double ofReadOnDisk(
        double credits, int reads, int changes, int misses, long ageSeconds) {
      return credits * (changes + 0.5) / (reads + 1) / (1 << misses);
    }
  }

  private int read(String host, String path, long seconds) {
    int slot = pages.add();
    hosts.put(slot, host);
    readAgain(slot, seconds);
    return slot;
  }

  private void readAgain(int slot, long seconds) {
    pages.wasRead(slot, 200, false, seconds);
    lane.add(slot);
  }

  private void dueAt(String host, long seconds) {
    due.put(host, 1000 * seconds);
  }

  private int take(long seconds) {
    int slot = lane.best(1000 * seconds, (page, now) -> due.getOrDefault(hosts.get(page), 0L));
    if (slot != PageTable.NO_PAGE) {
      lane.takeBest();
    }
    return slot;
  }

  @Test
  void theOldestIsReadFirstAndNoneBeforeItsAge() {
    int first = read(SLOW, "/", 1000);
    int second = read(QUICK, "/", 1050);
    assertEquals(PageTable.NO_PAGE, take(1099));
    assertEquals(first, take(1160));
    assertEquals(second, take(1160));
    assertEquals(PageTable.NO_PAGE, take(9999));
  }

  @Test
  void aPageWhoseHostWasNotDueIsReadAsSoonAsItIs() {
    int old = read(SLOW, "/", 1000);
    int young = read(QUICK, "/", 1099);
    dueAt(SLOW, 1105);
    assertEquals(PageTable.NO_PAGE, take(1100));
    assertEquals(PageTable.NO_PAGE, take(1104));
    assertEquals(old, take(1105));
    assertEquals(PageTable.NO_PAGE, take(1198));
    assertEquals(young, take(1199));
    assertEquals(0, lane.size());
  }

  @Test
  void itIsKnownWhenTheNextHostIsDue() {
    read(SLOW, "/", 1000);
    read(QUICK, "/", 1000);
    read("http://young.test", "/", 1050);
    dueAt(SLOW, 1105);
    dueAt(QUICK, 1103);
    dueAt("http://young.test", 1101);
    assertEquals(PageTable.NO_PAGE, take(1100));
    assertEquals(1_103_000, lane.nextDueMillis(1_100_000));
    assertEquals(Long.MAX_VALUE, lane.nextDueMillis(1_103_000));
  }

  @Test
  void aPageThatIsPutOffStaysBeforeYoungerOnes() {
    int old = read(SLOW, "/", 1000);
    int young = read(SLOW, "/young", 1001);
    assertEquals(old, take(1200));
    lane.putBack(old);
    assertEquals(2, lane.size());
    assertEquals(old, take(1200));
    assertEquals(young, take(1200));
  }

  @Test
  void ofPagesAsOldTheMoreUrgentIsFirstAndAgeMakesUpForIt() {
    int plain = read(QUICK, "/", 1000);
    int urgent = read(QUICK, "/", 1000);
    int old = read(QUICK, "/", 700);
    worth = new double[] {1, 2, 1};
    lane.remove(plain);
    lane.remove(urgent);
    lane.remove(old);
    lane.add(old);
    lane.add(plain);
    lane.add(urgent);
    assertEquals(old, take(1110), "410 s against twice 110 s");
    assertEquals(urgent, take(1110));
    assertEquals(plain, take(1110));
  }

  @Test
  void aPageWhoseUrgencyChangedIsFoundInItsNewClass() {
    int risen = read(QUICK, "/", 1000);
    int other = read(QUICK, "/", 1000);
    worth[risen] = 100;
    assertEquals(risen, take(1200));
    assertEquals(other, take(1200));
  }

  @Test
  void aPageThatIsRemovedIsNotReadAndOneThatComesBackIsReadOnce() {
    int gone = read(QUICK, "/", 1000);
    int other = read(QUICK, "/", 1001);
    lane.remove(gone);
    assertEquals(1, lane.size());
    assertEquals(Frontier.NOWHERE, pages.heapPlace(gone));
    assertEquals(other, take(1200));
    assertEquals(PageTable.NO_PAGE, take(1200));
    int third = read(QUICK, "/", 1202);
    lane.remove(third);
    readAgain(third, 1210);
    assertEquals(1, lane.size());
    assertEquals(third, take(1400));
    assertEquals(PageTable.NO_PAGE, take(9999));
  }

  @Test
  void whatMayNotBeReadAgainIsNotTakenIn() {
    forbidden = 1;
    read(QUICK, "/", 1000);
    int no = read(QUICK, "/", 1000);
    lane.putBack(no);
    assertEquals(1, lane.size());
    assertEquals(Frontier.NOWHERE, pages.heapPlace(no));
  }

  @Test
  void loadedPagesComeInTheOrderOfTheirLastRead() {
    int young = pages.add();
    int old = pages.add();
    int unread = pages.add();
    pages.wasRead(young, 200, false, 1050);
    pages.wasRead(old, 200, false, 1000);
    hosts.put(young, QUICK);
    hosts.put(old, QUICK);
    lane.load();
    lane.load();
    assertEquals(2, lane.size());
    assertEquals(Frontier.NOWHERE, pages.heapPlace(unread));
    assertEquals(old, take(1120));
    assertEquals(PageTable.NO_PAGE, take(1120));
    assertEquals(young, take(1150));
  }

  @Test
  void pagesThatLeftTheMemoryAreForgotten() {
    int stays = read(QUICK, "/", 1000);
    int leaves = read(QUICK, "/", 999);
    pages.leave(leaves);
    lane.keepPresent();
    assertEquals(1, lane.size());
    assertEquals(leaves, pages.add(), "the slot is given to another page");
    assertEquals(stays, take(2000));
    assertEquals(PageTable.NO_PAGE, take(2000));
  }

  @Test
  void aPageOnDiskComesBackWhenItIsMoreUrgentThanMost() {
    take(10_000);
    for (int k = 0; k < 5000; k++) {
      lane.wantsBack(1, 10, CHANGED, 0, 9_000);
    }
    assertTrue(lane.wantsBack(4, 10, CHANGED, 0, 9_000));
    assertTrue(lane.wantsBack(1, 10, 2 * CHANGED, 0, 9_000));
    assertEquals(false, lane.wantsBack(1, 10, 0, 0, 9_000));
    assertEquals(false, lane.wantsBack(1000, 10, CHANGED, 0, 9_950), "too young");
  }

  private void miss(int slot, int misses, long seconds) {
    pages.misses(slot, misses);
    pages.wasRead(slot, 404, false, seconds);
    lane.add(slot);
  }

  private int dies(String path, long seconds) {
    int slot = pages.add();
    hosts.put(slot, QUICK);
    pages.set(slot, PageTable.GONE);
    miss(slot, 3, seconds);
    return slot;
  }

  @Test
  void aPageThatWasMissedWaitsTwiceAsLongAfterEveryMiss() {
    int page = read(QUICK, "/", 1000);
    assertEquals(page, take(1100));
    miss(page, 1, 1100);
    assertEquals(PageTable.NO_PAGE, take(1299));
    assertEquals(page, take(1300));
    miss(page, 2, 1300);
    assertEquals(PageTable.NO_PAGE, take(1699));
    assertEquals(page, take(1700));
    pages.misses(page, 0);
    readAgain(page, 1700);
    assertEquals(page, take(1800));
  }

  @Test
  void oneReReadInFiftyIsForThePageGoneForLongest() {
    int living = read(QUICK, "/", 1000);
    int first = dies("/first", 1000);
    int second = dies("/second", 1001);
    assertEquals(1, lane.size(), "pages that are gone do not wait");
    long now = 10_000;
    for (int i = 1; i <= 150; i++, now += 100) {
      int taken = take(now);
      assertEquals(i == 50 ? first : i == 100 ? second : living, taken, "re-read " + i);
      if (taken == living) {
        readAgain(living, now);
      } else {
        miss(taken, 7, now);
      }
    }
    assertEquals(living, take(now), "both were asked less than 128 times the age ago");
  }

  @Test
  void aPageThatIsGoneAndNamedIsAskedForWhenItIsOldEnough() {
    int gone = dies("/gone", 1000);
    assertEquals(PageTable.NO_PAGE, take(5000));
    lane.named(gone);
    assertEquals(1, lane.size());
    assertEquals(PageTable.NO_PAGE, take(1799));
    assertEquals(gone, take(1800));
    miss(gone, 4, 1800);
    assertEquals(0, lane.size());
    assertEquals(PageTable.NO_PAGE, take(9999));
  }

  @Test
  void pagesThatAreRemovedOrHaveLeftAreNotAskedForThoughTheyAreGoneOrWereMissed() {
    int missed = read(QUICK, "/", 1000);
    assertEquals(missed, take(1100));
    miss(missed, 1, 1100);
    int gone = dies("/gone", 1000);
    int left = dies("/left", 1000);
    lane.named(gone);
    lane.named(left);
    lane.remove(missed);
    lane.remove(gone);
    pages.leave(left);
    lane.keepPresent();
    assertEquals(0, lane.size());
    assertEquals(PageTable.NO_PAGE, take(99_999));
  }
}
