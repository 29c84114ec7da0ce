package nephila.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AccountTableTest {
  private final long seed = Long.getLong("nephila.seed", 1);
  private final Random random = new Random(seed);

  @Test
  void findsWhatAMapWouldFind() {
    String told = "replay with -Dnephila.seed=" + seed;
    AccountTable table = new AccountTable();
    Map<PageKey, Account> map = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      // few hashes, so that pages of several sites share one and places collide
      PageKey page = new PageKey(random.nextInt(5), random.nextInt(4000) * 0x100000001L);
      assertSame(map.get(page), table.get(page), told);
      if (random.nextBoolean()) {
        Account account = new Account();
        map.put(page, account);
        table.put(page, account);
        assertEquals(map.size(), table.size(), told);
      }
    }
    map.forEach((page, account) -> assertSame(account, table.get(page), told));
    assertNull(table.get(new PageKey(9, 0)), told);
  }
}
