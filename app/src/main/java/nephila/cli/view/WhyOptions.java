package nephila.cli.view;

import nephila.cli.Console;
import nephila.cli.Numbers;
import nephila.view.PageExplanation;
import picocli.CommandLine.Option;

/// How to tell why a page was read: what `why` has in common for a crawl dir and a cluster. Use as
/// a `@Mixin`.
public final class WhyOptions {
  @Option(
      names = "--payers",
      converter = Numbers.Count.class,
      paramLabel = "K",
      defaultValue = "5",
      description = "How many of those who pay it to name (usually 5).")
  public int payers;

  @Option(names = "--json", description = "The explanation as one line of JSON.")
  public boolean json;

  public static void print(PageExplanation explanation, Console console) {
    explanation.lines().forEach(line -> console.out("%s", line));
  }
}
