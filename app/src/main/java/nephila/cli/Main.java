package nephila.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import nephila.UserError;
import nephila.cli.cluster.ClusterVerb;
import nephila.cli.crawl.CheckVerb;
import nephila.cli.crawl.CommunityVerb;
import nephila.cli.crawl.ConfigVerb;
import nephila.cli.crawl.CrawlVerb;
import nephila.cli.crawl.DemoVerb;
import nephila.cli.crawl.RebuildVerb;
import nephila.cli.crawl.RefreshVerb;
import nephila.cli.crawl.ServeVerb;
import nephila.cli.graph.GraphVerb;
import nephila.cli.graph.RankVerb;
import nephila.cli.lab.CrawlOrderVerb;
import nephila.cli.lab.LabVerb;
import nephila.cli.lab.LiverankVerb;
import nephila.cli.lab.SimulateVerb;
import nephila.cli.view.DeadVerb;
import nephila.cli.view.ExportVerb;
import nephila.cli.view.ImportVerb;
import nephila.cli.view.IndexVerb;
import nephila.cli.view.LinksVerb;
import nephila.cli.view.SearchVerb;
import nephila.cli.view.SitesVerb;
import nephila.cli.view.TopVerb;
import nephila.cli.view.TrackVerb;
import nephila.cli.view.WhyVerb;
import nephila.store.BrokenState;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Where `nephila` starts: finds the verb, runs it, turns what went wrong into one line and an exit
/// code.
@Command(
    name = "nephila",
    description = "A web crawler that knows which pages matter while it crawls.",
    versionProvider = Version.class,
    footer = {
      "  nephila demo                              crawl a little web and see its ranking",
      "  nephila rank graph.txt.gz --top 10        the off-line rank of any link graph",
    })
public final class Main extends Verb {
  private static final List<Class<? extends Verb>> VERBS =
      List.of(
          DemoVerb.class,
          CrawlVerb.class,
          TopVerb.class,
          SitesVerb.class,
          WhyVerb.class,
          DeadVerb.class,
          IndexVerb.class,
          SearchVerb.class,
          CheckVerb.class,
          RebuildVerb.class,
          ExportVerb.class,
          TrackVerb.class,
          ImportVerb.class,
          ServeVerb.class,
          ConfigVerb.class,
          CompletionVerb.class,
          CommunityVerb.class,
          LiverankVerb.class,
          RefreshVerb.class,
          GraphVerb.class,
          RankVerb.class,
          LinksVerb.class,
          SimulateVerb.class,
          CrawlOrderVerb.class,
          LabVerb.class,
          ClusterVerb.class);

  @CommandLine.Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  boolean version;

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(Console.system(), args));
  }

  /// Runs one command line and returns its exit code.
  public static int run(Console console, String... args) {
    Main main = new Main();
    CommandLine line = new CommandLine(main);
    addVerbs(line, args.length == 0 ? "" : args[0]);
    main.speakThrough(console);
    line.getSubcommands().values().forEach(verb -> speakThrough(verb, console));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setOut(new PrintWriter(console.results(), true));
    line.setParameterExceptionHandler((e, typed) -> wrongUse(console, e));
    line.setExecutionExceptionHandler((e, command, result) -> failed(console, e));
    try {
      int exit = line.execute(args);
      ErrorKeepingStream lost = console.lost();
      return exit == DONE && lost != null ? incomplete(console, lost) : exit;
    } catch (StackOverflowError e) {
      console.err(
          "nephila: something that was given is nested too deep; look at --config and files");
      return FAILED;
    } catch (OutOfMemoryError e) {
      console.err(
          "nephila: more memory is needed than the %,d MiB it may use; allow more, as in"
              + " NEPHILA_OPTS=-Xmx16g, or give a crawl a smaller --memory",
          Runtime.getRuntime().maxMemory() >> 20);
      return FAILED;
    }
  }

  /// Of the verbs that were not typed only name and description are read: reading all their options
  /// would take longer than many a verb runs.
  private static void addVerbs(CommandLine line, String typed) {
    for (Class<? extends Verb> type : VERBS) {
      Command about = type.getAnnotation(Command.class);
      if (about.name().equals(typed)) {
        line.addSubcommand(type);
      } else {
        CommandSpec brief = CommandSpec.create().name(about.name());
        brief.usageMessage().description(about.description()).hidden(about.hidden());
        line.addSubcommand(brief.name(), brief);
      }
    }
  }

  /// The command line with every option of every verb.
  public static CommandLine withAllVerbs() {
    CommandLine line = new CommandLine(new Main());
    VERBS.forEach(line::addSubcommand);
    return line;
  }

  private static void speakThrough(CommandLine command, Console console) {
    if (command.getCommandSpec().userObject() instanceof Verb verb) {
      verb.speakThrough(console);
    }
    command.getSubcommands().values().forEach(sub -> speakThrough(sub, console));
  }

  private static int wrongUse(Console console, ParameterException e) {
    CommandLine command = e.getCommandLine();
    console.err("nephila: %s%s", firstLine(e), nearest(e));
    console.err("Try '%s --help'.", command.getCommandSpec().qualifiedName());
    return WRONG_USE;
  }

  private static String nearest(ParameterException e) {
    if (e instanceof CommandLine.UnmatchedArgumentException unmatched) {
      return Nearest.to(unmatched.getUnmatched().getFirst(), e.getCommandLine())
          .map(name -> "; did you mean " + name + "?")
          .orElse("");
    }
    return "";
  }

  /// What was to be printed was not. Who reads no further, as `head` does, has what he wanted.
  private static int incomplete(Console console, ErrorKeepingStream lost) {
    if (lost.unread()) {
      return DONE;
    }
    console.err("nephila: standard output: cannot be written: %s", lost.reason());
    return FAILED;
  }

  private static boolean causedBy(Throwable e, ErrorKeepingStream lost) {
    Throwable cause = e;
    while (cause != null && cause != lost.failure()) {
      cause = cause.getCause();
    }
    return cause != null;
  }

  private static int failed(Console console, Exception e) {
    ErrorKeepingStream lost = console.lost();
    if (lost != null && causedBy(e, lost)) {
      return incomplete(console, lost);
    }
    if (Boolean.getBoolean("nephila.trace")) {
      e.printStackTrace(System.err);
    }
    console.err("nephila: %s", explain(e));
    return e instanceof WrongUse ? WRONG_USE : FAILED;
  }

  private static String explain(Throwable e) {
    return switch (e) {
      case UserError error -> firstLine(error);
      case WrongUse error -> firstLine(error);
      case IOException full when isFullDisk(full) -> "the disk is full; make room and try again";
      case NoSuchFileException missing -> missing.getFile() + ": no such file";
      case FileSystemException file -> file.getFile() + ": " + reason(file);
      case UncheckedIOException wrapped when wrapped.getCause() != null ->
          explain(wrapped.getCause());
      case BrokenState broken -> firstLine(broken);
      case IOException plain when plain.getClass() == IOException.class -> firstLine(plain);
      default -> e.getClass().getSimpleName() + ": " + firstLine(e);
    };
  }

  /// Whether it says so, as the system and RocksDB put it.
  public static boolean isFullDisk(Exception e) {
    return String.valueOf(e.getMessage()).contains("No space left on device");
  }

  private static String reason(FileSystemException e) {
    return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
  }

  private static String firstLine(Throwable e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }

  @Override
  public Integer call() {
    console().err("nephila: which verb?");
    console().err("Try 'nephila --help'.");
    return WRONG_USE;
  }
}
