package nephila.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.googlejavaformat.java.Formatter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every file is formatted by google-java-format. `./format` rewrites those that are not.
class FormatTest {
  @Test
  void everyFileIsFormatted() throws Exception {
    Formatter formatter = new Formatter();
    List<String> unformatted = new ArrayList<>();
    for (Path file : Sources.java()) {
      String source = Files.readString(file);
      String formatted = formatter.formatSourceAndFixImports(source);
      if (!formatted.equals(source)) {
        unformatted.add(Sources.shown(file));
      }
    }
    assertEquals(List.of(), unformatted, "not formatted; run ./format");
  }
}
