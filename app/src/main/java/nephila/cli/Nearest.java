package nephila.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import nephila.config.NearestName;
import picocli.CommandLine;

/// The flag or verb that a mistyped one was meant to be.
public final class Nearest {
  private Nearest() {}

  /// The name known to `command` that is nearest to what was typed, if it is near at all.
  public static Optional<String> to(String typed, CommandLine command) {
    String word = typed.replaceFirst("=.*", "");
    List<String> known = new ArrayList<>();
    if (word.startsWith("-")) {
      command.getCommandSpec().options().forEach(option -> known.addAll(List.of(option.names())));
    } else {
      known.addAll(command.getSubcommands().keySet());
    }
    return NearestName.to(word, known);
  }
}
