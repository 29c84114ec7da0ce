package nephila.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila completion`: what a shell and `man` want to know, made from the verbs themselves.
@Command(
    name = "completion",
    description = "Prints a completion script for bash or zsh, or writes manual pages.",
    footer = {
      "  source <(nephila completion bash)         completes verbs and options in this shell",
      "  nephila completion man --out ~/.local/share/man/man1 && man nephila-crawl",
    })
public final class CompletionVerb extends Verb {
  /// For whom.
  public enum Kind {
    BASH,
    ZSH,
    MAN
  }

  @Parameters(paramLabel = "KIND", description = "bash, zsh or man.")
  Kind kind = Kind.BASH;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "With man: the folder for a page a verb (else all go to stdout).")
  @Nullable Path out;

  @Override
  public Integer call() throws IOException {
    CommandLine whole = Main.withAllVerbs();
    if (kind != Kind.MAN) {
      console().results().print(AutoComplete.bash("nephila", whole));
      return DONE;
    }
    page("nephila", whole);
    for (CommandLine verb : whole.getSubcommands().values()) {
      if (!verb.getCommandSpec().usageMessage().hidden()) {
        page("nephila-" + verb.getCommandName(), verb);
      }
    }
    return DONE;
  }

  private void page(String name, CommandLine command) throws IOException {
    String text = ManPage.of(name, command.getCommandSpec());
    if (out == null) {
      console().results().print(text);
      return;
    }
    Files.createDirectories(out);
    Files.writeString(out.resolve(name + ".1"), text);
  }
}
