package nephila.cli;

import java.nio.file.Path;

/// Makes files for the fuzzer's corpus with the command line.
public final class FuzzSeeds {
  private FuzzSeeds() {}

  public static void convert(Path from, Path to) {
    Typed typed = Typed.line("graph", "convert", from.toString(), to.toString());
    if (typed.exit() != 0) {
      throw new IllegalStateException(typed.err());
    }
  }
}
