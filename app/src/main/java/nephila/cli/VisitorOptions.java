package nephila.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Who asks, as servers see it, and where it may go.
final class VisitorOptions {
  @Option(
      names = "--agent",
      paramLabel = "NAME",
      description = "Name of your crawler, for servers and robots.txt.")
  @Nullable String agent;

  @Option(
      names = "--contact",
      paramLabel = "URL",
      description = "URL or mail address of who answers for it.")
  @Nullable String contact;

  @Option(names = "--allow-private", description = "Go to private and loopback addresses too.")
  boolean allowPrivate;

  /// The name, empty where none was given.
  String agent() {
    return Objects.requireNonNullElse(agent, "");
  }

  String contact() {
    return Objects.requireNonNullElse(contact, "");
  }
}
