package nephila.cli;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The manual page of a verb, in roff, from what picocli knows of it.
public final class ManPage {
  private final StringBuilder page = new StringBuilder();

  private ManPage() {}

  public static String of(String name, CommandSpec spec) {
    ManPage made = new ManPage();
    String[] about = spec.usageMessage().description();
    String said = String.join(" ", about);
    made.page.append(".TH ").append(name.toUpperCase(Locale.ROOT)).append(" 1 \"\" \"Nephila\"\n");
    made.section("NAME");
    made.line(name + " - " + firstSentence(said));
    made.section("SYNOPSIS");
    made.page.append(".B ").append(escaped(name.replaceFirst("-", " "))).append('\n');
    for (ArgSpec parameter : spec.positionalParameters()) {
      made.line(parameter.paramLabel());
    }
    made.line("[OPTIONS]");
    made.section("DESCRIPTION");
    made.line(said);
    made.arguments(spec);
    made.verbs(spec);
    made.section("EXAMPLES");
    for (String example : spec.usageMessage().footer()) {
      made.page.append(".nf\n").append(escaped(example)).append("\n.fi\n");
    }
    made.section("EXIT STATUS");
    made.line("0 done, 1 failed, 2 wrong use, 130 interrupted with state kept.");
    return made.page.toString();
  }

  private static String firstSentence(String text) {
    int end = text.indexOf(". ");
    return end < 0 ? text : text.substring(0, end + 1);
  }

  private void arguments(CommandSpec spec) {
    section("OPTIONS");
    for (ArgSpec parameter : spec.positionalParameters()) {
      argument(parameter.paramLabel(), parameter.description());
    }
    for (OptionSpec option : spec.options()) {
      if (!option.hidden()) {
        String label = option.arity().max() > 0 ? " " + option.paramLabel() : "";
        argument(String.join(", ", option.names()) + label, option.description());
      }
    }
  }

  private void argument(String name, String[] description) {
    page.append(".TP\n.B ").append(escaped(name)).append('\n');
    line(String.join(" ", description));
  }

  private void verbs(CommandSpec spec) {
    List<CommandLine> verbs = List.copyOf(spec.subcommands().values());
    if (!verbs.isEmpty()) {
      section("VERBS");
      for (CommandLine verb : verbs) {
        argument(verb.getCommandName(), verb.getCommandSpec().usageMessage().description());
      }
    }
  }

  private void section(String title) {
    page.append(".SH ").append(title).append('\n');
  }

  private void line(String text) {
    page.append(escaped(text)).append('\n');
  }

  /// Text as roff takes it: no backslash, hyphen or dot at the start means anything else.
  private static String escaped(String text) {
    String plain = text.replace("%n", " ").replace("\\", "\\e").replace("-", "\\-").strip();
    return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
  }
}
