package nephila.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import nephila.UserError;

/// Feeds mutated inputs to every target. No coverage guides it ([GuidedFuzz] is): a corpus, a
/// dictionary and many inputs. As a program: `Fuzz SECONDS [SEED [TARGET]]`, a line per target;
/// bench/fuzz runs it, and leaves inputs that broke something in `fuzz-findings/`.
final class Fuzz {
  /// An input that takes longer is a finding: readers are linear.
  private static final Duration SLOW = Duration.ofSeconds(5);

  /// What came of a target.
  record Result(String target, long executions, List<String> findings) {}

  private Fuzz() {}

  public static void main(String[] args) throws Exception {
    long seed = args.length > 1 ? Long.parseLong(args[1]) : System.nanoTime();
    Path work = Files.createTempDirectory("nephila-fuzz-");
    boolean clean = true;
    for (Map.Entry<String, Targets.Case> one : Targets.all(work).entrySet()) {
      if (args.length > 2 && !args[2].equals(one.getKey())) {
        continue;
      }
      Duration time = Duration.ofSeconds(Long.parseLong(args[0]));
      Result result =
          run(one.getKey(), one.getValue(), seed, Long.MAX_VALUE, time, Path.of("fuzz-findings"));
      System.out.printf(
          "%-18s %,12d executions, %d findings (seed %d)%n",
          result.target(), result.executions(), result.findings().size(), seed);
      result.findings().forEach(System.out::println);
      clean &= result.findings().isEmpty();
    }
    System.exit(clean ? 0 : 1);
  }

  /// Stops after so many inputs, or after that time.
  static Result run(String name, Targets.Case one, long seed, long inputs, Duration time, Path keep)
      throws IOException {
    Mutation mutation = new Mutation(new Random(seed), one.corpus(), Targets.WORDS);
    List<String> findings = new ArrayList<>();
    long until = System.nanoTime() + time.toNanos();
    long executions = 0;
    while (executions < inputs && System.nanoTime() < until && findings.size() < 5) {
      byte[] input =
          executions < one.corpus().size() ? one.corpus().get((int) executions) : mutation.next();
      executions++;
      long begin = System.nanoTime();
      String broke = broke(one.target(), input);
      if (broke.isEmpty() && System.nanoTime() - begin > SLOW.toNanos()) {
        broke = "took " + Duration.ofNanos(System.nanoTime() - begin);
      }
      if (!broke.isEmpty()) {
        Path file = Files.createDirectories(keep).resolve(name + "-" + seed + "-" + executions);
        Files.write(file, input);
        findings.add(name + ": " + broke + " (" + file + ")");
      }
    }
    return new Result(name, executions, findings);
  }

  private static String broke(Targets.Target target, byte[] input) {
    try {
      target.read(input);
      return "";
    } catch (UserError | IOException e) {
      return ""; // refused, as it may be
    } catch (Exception | OutOfMemoryError | StackOverflowError | AssertionError e) {
      StackTraceElement at = e.getStackTrace().length == 0 ? null : e.getStackTrace()[0];
      return e + " at " + at;
    }
  }
}
