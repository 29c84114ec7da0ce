package nephila.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import nephila.frontier.growth.UrlKind;
import org.junit.jupiter.api.Test;

class PagePlacesTest {
  private final PagePlaces places = new PagePlaces();
  private int slots;

  private int directory(int host, String path) {
    places.put(slots, host, path);
    return places.directory(slots++);
  }

  @Test
  void aDirectoryIsThePathUpToItsLastSlashOnOneHost() {
    int first = directory(1, "/a/b/c.html");
    assertEquals(first, directory(1, "/a/b/d.html?x=/y/z"));
    assertEquals(first, directory(1, "/a/b/"));
    assertNotEquals(first, directory(2, "/a/b/c.html"));
    assertNotEquals(first, directory(1, "/a/c.html"));
    assertEquals(directory(1, "/"), directory(1, "/index.html"));
    assertEquals(4, places.directories());
  }

  @Test
  void theKindIsWhatTheUrlSays() {
    directory(1, "/a/b/c.html");
    directory(1, "/go?to=http://other.test/x/");
    assertEquals(UrlKind.of("http://host.test/a/b/c.html"), places.kind(0));
    assertEquals(UrlKind.of("http://host.test/a/b/c/"), places.kind(1));
  }

  @Test
  void manyDirectoriesKeepTheirNumbers() {
    for (int k = 0; k < 10_000; k++) {
      assertEquals(k, directory(k % 7, "/" + k + "/page"));
    }
    for (int k = 0; k < 10_000; k++) {
      assertEquals(k, directory(k % 7, "/" + k + "/other"));
      assertEquals(k, places.directory(k));
    }
  }

  @Test
  void aPageStaysWhereItIsUntilAllIsForgotten() {
    int first = directory(1, "/a/b.html");
    places.put(0, 1, "/elsewhere/b.html");
    assertEquals(first, places.directory(0));
    places.forget();
    assertEquals(0, places.directories());
    places.put(0, 1, "/elsewhere/b.html");
    assertEquals(0, places.directories(), "nothing is known again");
  }
}
