package nephila.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// What every verb has: `--help`, and a [Console] to speak through. A verb returns its exit code: 0
/// done, 1 failed, 2 wrong use, 130 interrupted with state kept. What is wrong with what was typed
/// is a [WrongUse] and ends with 2; what is wrong with files, servers or state is a
/// [nephila.UserError] and ends with 1.
@Command(
    mixinStandardHelpOptions = false,
    synopsisHeading = "%nUsage: ",
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n",
    commandListHeading = "%nVerbs:%n",
    footerHeading = "%nExamples:%n",
    sortOptions = false,
    usageHelpAutoWidth = true)
public abstract class Verb implements Callable<Integer> {
  public static final int DONE = 0;
  public static final int FAILED = 1;
  public static final int WRONG_USE = 2;
  public static final int INTERRUPTED = 130;

  private Console console = Console.system();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  public final Console console() {
    return console;
  }

  public final void speakThrough(Console other) {
    console = other;
  }
}
