package nephila.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import nephila.UserError;

/// One target for Jazzer, which mutates towards code it has not seen run: the property
/// `nephila.fuzz.target` names it. `bench/fuzz guided` starts it; as a program by itself it writes
/// the corpus of every target to a folder.
public final class GuidedFuzz {
  private static Targets.Target target = input -> {};

  private GuidedFuzz() {}

  public static void main(String[] folder) throws Exception {
    for (Map.Entry<String, Targets.Case> one : cases().entrySet()) {
      Path corpus = Files.createDirectories(Path.of(folder[0], one.getKey()));
      List<byte[]> inputs = one.getValue().corpus();
      for (int i = 0; i < inputs.size(); i++) {
        Files.write(corpus.resolve("begin-" + i), inputs.get(i));
      }
      System.out.println(one.getKey());
    }
  }

  private static Map<String, Targets.Case> cases() throws IOException {
    return Targets.all(Files.createTempDirectory("nephila-fuzz-"));
  }

  /// Called by Jazzer once.
  public static void fuzzerInitialize() throws Exception {
    target = cases().get(System.getProperty("nephila.fuzz.target")).target();
  }

  /// Called by Jazzer for every input: what is thrown from here is a finding.
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    try {
      target.read(input);
    } catch (UserError | IOException e) {
      // refused, as it may be
    }
  }
}
