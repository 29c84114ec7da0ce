package nephila.cluster.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import nephila.url.CanonicalUrl;
import org.junit.jupiter.api.Test;

class PageKeysTest {
  private final long seed = Long.getLong("nephila.seed", 1);
  private final Random random = new Random(seed);
  private final PageKeys keyer = new PageKeys();

  @Test
  void ofFewLinksAndOfManyEveryPageIsKeptOnceInItsOrder() {
    for (int links : new int[] {0, 1, 5, 32, 33, 2000}) {
      List<CanonicalUrl> urls = new ArrayList<>();
      for (int i = 0; i < links; i++) {
        urls.add(CanonicalUrl.ofCanonical(url(random.nextInt(links))));
      }
      List<CanonicalUrl> kept = new ArrayList<>();
      PageKey[] keys = keyer.distinct(urls, kept);
      String told = links + " links, replay with -Dnephila.seed=" + seed;
      assertEquals(List.copyOf(new LinkedHashSet<>(urls)), kept, told);
      assertArrayEquals(kept.stream().map(PageKey::of).toArray(), keys, told);
    }
  }

  @Test
  void hostsThatShareAPlaceInMemoryKeepTheirOwnSites() {
    for (int i = 0; i < 20_000; i++) {
      CanonicalUrl url = CanonicalUrl.ofCanonical(url(random.nextInt(9000)));
      assertEquals(PageKey.of(url), keyer.of(url), url + ", -Dnephila.seed=" + seed);
    }
  }

  private static String url(int number) {
    return "http://www.h" + number + ".test/page-" + number;
  }
}
