package nephila.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import nephila.ledger.PageTable;
import nephila.store.record.StoredPage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every [StateBackend] does, whatever it keeps pages in.
public abstract class StateBackendContract {
  /// Groups with and without the sign bit, as hashes of sites have them.
  private static final int[] GROUPS = {0, 1, 7, Integer.MAX_VALUE, Integer.MIN_VALUE, -2, -1};

  private final long seed = Long.getLong("nephila.seed", 1);
  private final Random random = new Random(seed);
  private final StoredPage page = new StoredPage();
  private StateBackend backend;

  /// A backend on what the last one of this test committed, or on nothing.
  protected abstract StateBackend open() throws Exception;

  @BeforeEach
  void begin() throws Exception {
    backend = open();
  }

  @AfterEach
  void end() {
    backend.close();
  }

  private void reopen() throws Exception {
    backend.close();
    backend = open();
  }

  private String told() {
    return "replay with -Dnephila.seed=" + seed;
  }

  /// A page with an account of its own for every `i`.
  private StoredPage account(int group, long hash, long received, int i) {
    ByteBuffer bytes = ByteBuffer.allocate(StoredPage.ACCOUNT_BYTES);
    bytes.putLong(i * 0x1234567L).putShort((short) (i % 7 == 0 ? -6 : 200));
    bytes.putShort((short) i).putShort((short) (i / 2)).putInt(-i);
    bytes.put((byte) (PageTable.READ | (i % 3 == 0 ? PageTable.PAYS : 0)));
    StoredPage full = new StoredPage();
    full.page(group, hash, received);
    full.takeAccount(bytes, 0);
    return full;
  }

  private static String text(StoredPage page, boolean withReceived) {
    return String.format(
        "%x %x received %d paid %d status %d reads %d changes %d at %d %b %b %b",
        page.group(),
        page.hash(),
        withReceived ? page.received() : 0,
        page.paid(),
        page.status(),
        page.reads(),
        page.changes(),
        page.lastReadSeconds(),
        page.isRead(),
        page.isDropped(),
        page.pays());
  }

  private @Nullable String loaded(int group, long hash) {
    return backend.load(group, hash, page) ? text(page, true) : null;
  }

  @Test
  void nothingIsKnownOfAPageThatWasNotKept() {
    assertFalse(backend.load(1, 2, page));
    assertNull(backend.url(1, 2));
    assertNull(backend.read(1, 2));
    assertNull(backend.note("archive"));
    assertTrue(backend.text("archive").isEmpty());
    try (StateBackend.PageScan all = backend.scan();
        StateBackend.PageScan accounts = backend.accounts();
        StateBackend.RecordScan urls = backend.urls(0, 0);
        StateBackend.RecordScan reads = backend.reads(0, 0)) {
      assertFalse(all.next(page));
      assertFalse(accounts.next(page));
      assertFalse(urls.next());
      assertFalse(reads.next());
    }
  }

  @Test
  void everythingIsSeenAfterTheCommitAndNothingBefore() throws Exception {
    giveAll(1);
    assertEquals(List.of(), seen());
    backend.commit();
    List<String> first = seen();
    assertEquals(5, first.size());
    giveAll(2);
    assertEquals(first, seen());
    reopen(); // what was given since is lost
    assertEquals(first, seen());
    giveAll(2);
    backend.commit();
    List<String> second = seen();
    assertEquals(5, second.size());
    assertFalse(first.equals(second));
    reopen();
    assertEquals(second, seen());
  }

  private void giveAll(int i) {
    backend.save(account(3, 4, 5, i), true, true);
    backend.saveUrl(3, 4, new byte[] {(byte) i, 1});
    backend.saveRead(3, 4, new byte[] {(byte) i, 2});
    backend.saveNote("note", new byte[] {(byte) i, 3});
    backend.saveText("text", "t" + i);
  }

  private List<String> seen() {
    List<String> seen = new ArrayList<>();
    String known = loaded(3, 4);
    if (known != null) {
      seen.add(known);
    }
    for (byte[] value :
        Arrays.asList(backend.url(3, 4), backend.read(3, 4), backend.note("note"))) {
      if (value != null) {
        seen.add(Arrays.toString(value));
      }
    }
    backend.text("text").ifPresent(seen::add);
    return seen;
  }

  @Test
  void anAccountComesAndChangesWithoutWhatThePageReceived() {
    page.page(1, 2, 77);
    backend.save(page, true, false);
    backend.commit();
    String before = loaded(1, 2);
    backend.save(account(1, 2, 77, 3), false, true);
    backend.commit();
    String read = loaded(1, 2);
    assertEquals(text(account(1, 2, 77, 3), true), read);
    assertFalse(read.equals(before));
    backend.save(account(1, 2, -5, 3), true, false);
    backend.commit();
    assertEquals(text(account(1, 2, -5, 3), true), loaded(1, 2));
  }

  @Test
  void aBackendThatMergesAddsToPagesItDoesNotLookAt() throws Exception {
    if (!backend.merges()) {
      assertThrows(UnsupportedOperationException.class, () -> backend.add(1, 2, 3));
      assertThrows(
          UnsupportedOperationException.class, () -> backend.offerUrl(1, 2, new byte[] {1}));
      return;
    }
    backend.save(account(1, 2, 1000, 3), true, true);
    backend.commit();
    backend.add(1, 2, 5);
    backend.add(1, 2, -2005);
    backend.add(-9, 9, Long.MAX_VALUE);
    backend.commit();
    backend.add(-9, 9, 1);
    backend.offerUrl(1, 2, new byte[] {1, 5});
    backend.offerUrl(1, 2, new byte[] {1, 4, 9});
    backend.saveUrl(-9, 9, new byte[] {2});
    backend.commit();
    reopen();
    assertEquals(text(account(1, 2, -1000, 3), true), loaded(1, 2));
    assertTrue(backend.load(-9, 9, page));
    assertEquals(Long.MIN_VALUE, page.received());
    assertArrayEquals(new byte[] {1, 5}, backend.url(1, 2));
    backend.offerUrl(-9, 9, new byte[] {1, 77});
    backend.offerUrl(1, 2, new byte[] {1, (byte) 0xFF});
    backend.commit();
    assertArrayEquals(new byte[] {2}, backend.url(-9, 9));
    assertArrayEquals(new byte[] {1, (byte) 0xFF}, backend.url(1, 2));
  }

  /// A page's key, in the order of a backend.
  private record Place(int group, long hash) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      return Keys.compare(group, hash, other.group, other.hash);
    }
  }

  /// What is kept, in maps.
  private final TreeMap<Place, Long> received = new TreeMap<>();

  private final TreeMap<Place, Integer> accounts = new TreeMap<>();
  private final TreeMap<Place, byte[]> urls = new TreeMap<>();
  private final TreeMap<Place, byte[]> reads = new TreeMap<>();
  private final Map<String, byte[]> notes = new HashMap<>();

  @Test
  void aLongHistoryIsKeptAsMapsWouldKeepIt() throws Exception {
    for (int round = 0; round < 30; round++) {
      for (int i = 0; i < 200; i++) {
        change(round * 200 + i);
      }
      backend.commit();
      if (random.nextInt(3) == 0) {
        reopen();
      }
      if (round % 5 == 4) {
        compareAll();
      }
    }
  }

  private Place somewhere() {
    int group = GROUPS[random.nextInt(GROUPS.length)];
    long hash = random.nextInt(40) * 0x0666666666666667L; // both signs
    return new Place(group, random.nextInt(20) == 0 ? -random.nextInt(2) : hash);
  }

  private byte[] bytes(int i) {
    return ("value " + i + "x".repeat(random.nextInt(300))).getBytes();
  }

  private void change(int i) {
    Place at = somewhere();
    switch (random.nextInt(6)) {
      case 0 -> {
        urls.put(at, bytes(i));
        backend.saveUrl(at.group, at.hash, urls.get(at));
      }
      case 1 -> {
        reads.put(at, bytes(i));
        backend.saveRead(at.group, at.hash, reads.get(at));
      }
      case 2 -> {
        notes.put("n" + i % 5, bytes(i));
        backend.saveNote("n" + i % 5, notes.get("n" + i % 5));
      }
      case 3 -> {
        boolean isNew = received.putIfAbsent(at, (long) i) == null;
        accounts.put(at, i % 30_000);
        backend.save(full(at), isNew, true);
      }
      default -> {
        received.put(at, random.nextLong());
        backend.save(full(at), true, false);
      }
    }
  }

  private StoredPage full(Place at) {
    Integer i = accounts.get(at);
    if (i != null) {
      return account(at.group, at.hash, received.get(at), i);
    }
    StoredPage bare = new StoredPage();
    bare.page(at.group, at.hash, received.get(at));
    return bare;
  }

  private void compareAll() {
    for (int i = 0; i < 300; i++) {
      Place at = somewhere();
      String expected = received.containsKey(at) ? text(full(at), true) : null;
      assertEquals(expected, loaded(at.group, at.hash), told());
      assertArrayEquals(urls.get(at), backend.url(at.group, at.hash), told());
      assertArrayEquals(reads.get(at), backend.read(at.group, at.hash), told());
    }
    notes.forEach((name, value) -> assertArrayEquals(value, backend.note(name), told()));
    for (int i = 0; i < 20; i++) {
      Place from = i == 0 ? new Place(0, 0) : somewhere();
      List<String> pages = new ArrayList<>();
      received.tailMap(from).keySet().forEach(at -> pages.add(text(full(at), true)));
      assertEquals(pages, walk(backend.scan(from.group, from.hash, i % 2 == 0), true), told());
      assertEquals(shown(urls.tailMap(from)), shown(backend.urls(from.group, from.hash)), told());
      assertEquals(shown(reads.tailMap(from)), shown(backend.reads(from.group, from.hash)), told());
    }
    List<String> withAccount = new ArrayList<>();
    accounts.keySet().forEach(at -> withAccount.add(text(full(at), false)));
    List<String> found = walk(backend.accounts(), false);
    found.removeIf(text -> text.contains(" reads 0 ") && text.contains("false false false"));
    withAccount.removeIf(text -> text.contains(" reads 0 ") && text.contains("false false false"));
    assertEquals(withAccount, found, told());
  }

  private static List<String> walk(StateBackend.PageScan scan, boolean withReceived) {
    List<String> pages = new ArrayList<>();
    StoredPage each = new StoredPage();
    try (scan) {
      while (scan.next(each)) {
        pages.add(text(each, withReceived));
      }
    }
    return pages;
  }

  private static List<String> shown(Map<Place, byte[]> records) {
    List<String> all = new ArrayList<>();
    records.forEach((at, value) -> all.add(shown(at.group, at.hash, value)));
    return all;
  }

  private static List<String> shown(StateBackend.RecordScan scan) {
    List<String> all = new ArrayList<>();
    try (scan) {
      while (scan.next()) {
        all.add(shown(scan.group(), scan.hash(), scan.value()));
      }
    }
    return all;
  }

  private static String shown(int group, long hash, byte[] value) {
    return group + " " + hash + " " + new String(value);
  }
}
