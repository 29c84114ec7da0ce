package nephila.communitycrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import nephila.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutsidePagesTest {
  @TempDir Path dir;

  @Test
  void whatIsWrittenIsReadAndOnlyTheFirst() throws IOException {
    assertEquals(Optional.empty(), OutsidePages.in(dir, 10));
    OutsidePages.Page first =
        new OutsidePages.Page("http://a.test/", .25, .5, 3, 6, "links mostly there");
    OutsidePages.Page second = new OutsidePages.Page("http://b.test/", .125, .125, 1, 1, "");
    Files.writeString(OutsidePages.file(dir), OutsidePages.text(List.of(first, second)));
    assertEquals(Optional.of(List.of(first, second)), OutsidePages.in(dir, 10));
    assertEquals(Optional.of(List.of(first)), OutsidePages.in(dir, 1));
  }

  @Test
  void aDamagedLineIsTold() throws IOException {
    Files.writeString(OutsidePages.file(dir), "http://a.test/\tmuch\n");
    UserError e = assertThrows(UserError.class, () -> OutsidePages.in(dir, 10));
    assertTrue(e.getMessage().contains("write it again with nephila community"), e.getMessage());
  }
}
