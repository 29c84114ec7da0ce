package nephila.config;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nephila.UserError;

/// One setting of a crawl: what a component of [CrawlConfig] declares, and how its values are read
/// and shown. Immutable and thread-safe.
public final class ConfigKey {
  private final RecordComponent component;
  private final Class<?> type;
  private final Setting setting;
  private final String name;
  private final Object usual;

  ConfigKey(RecordComponent component) {
    this.component = component;
    this.type = component.getType();
    this.setting =
        Objects.requireNonNull(
            component.getAnnotation(Setting.class), component + " needs a @Setting");
    this.name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    if (setting.help().isBlank()) {
      throw new IllegalArgumentException(name + " needs a line of help");
    }
    boolean none = setting.usual().isEmpty();
    this.usual = none && isList() ? List.of() : parse(none && isFlag() ? "false" : setting.usual());
  }

  /// As in `plan.yaml`, in kebab case.
  public String name() {
    return name;
  }

  /// Its declaration in [CrawlConfig].
  public Setting setting() {
    return setting;
  }

  /// Its help text: sentences.
  public String description() {
    String help = Character.toUpperCase(setting.help().charAt(0)) + setting.help().substring(1);
    String text =
        !setting.option().isEmpty()
            ? setting.option()
            : setting.usual().isEmpty() ? help + "." : help + " (usually ${usual}).";
    return text.replace("${usual}", String.valueOf(shown(usual)));
  }

  /// The option's names, the short one first; a flag that is usually set has the option that takes
  /// it away.
  public List<String> optionNames() {
    String option = (Boolean.TRUE.equals(usual) ? "--no-" : "--") + name;
    return setting.letter() == ' ' ? List.of(option) : List.of("-" + setting.letter(), option);
  }

  /// The name of the value in `--help`.
  public String label() {
    return !setting.label().isEmpty()
        ? setting.label()
        : type == Duration.class ? "D" : type == double.class ? "SHARE" : "N";
  }

  /// Whether it is true or false.
  public boolean isFlag() {
    return type == boolean.class;
  }

  /// Whether it has any number of texts.
  public boolean isList() {
    return type == List.class;
  }

  /// The value that it has when none is given.
  public Object usual() {
    return usual;
  }

  /// The value that it has there.
  public Object value(CrawlConfig config) {
    try {
      return component.getAccessor().invoke(config);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /// The value that it has there as configuration files have it: a list of texts, a text, or a
  /// number or flag itself.
  public Object shown(CrawlConfig config) {
    return shown(value(config));
  }

  static Object shown(Object value) {
    return value instanceof Duration time
        ? Durations.show(time)
        : value instanceof Enum<?> choice
            ? choice.name().toLowerCase(Locale.ROOT).replace('_', '-')
            : value;
  }

  /// The value that is written there, as text, list of texts, or value.
  ///
  /// @throws UserError when it is none that the setting can have
  Object parse(Object written) {
    if (type == List.class) {
      return written instanceof List<?> several
          ? several.stream().map(String::valueOf).toList()
          : List.of(String.valueOf(written));
    }
    String text = String.valueOf(shown(written));
    if (type == String.class) {
      return matching(text);
    } else if (type == boolean.class) {
      return flag(text);
    } else if (type == Duration.class) {
      Duration time = written instanceof Duration given ? given : Durations.parse(name, text);
      within(time.toMillis(), text);
      return time;
    } else if (type == double.class) {
      return share(text);
    } else if (type == int.class) {
      return (int) whole(text);
    } else if (type == long.class) {
      return whole(text);
    }
    return choice(text);
  }

  private String matching(String text) {
    if (!Pattern.matches(setting.matches(), text)) {
      throw refused("'" + text + "'", "it must match " + setting.matches());
    }
    return text;
  }

  private boolean flag(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw refused("'" + text + "'", "it must be true or false");
    }
    return Boolean.parseBoolean(text);
  }

  private double share(String text) {
    double number;
    try {
      number =
          text.endsWith("%")
              ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100
              : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new UserError(name + " '" + text + "': it must be a number, like 0.2 or 20%", e);
    }
    within(number, number(number));
    return number;
  }

  private long whole(String text) {
    try {
      long number = Long.parseLong(text.replace("_", ""));
      if (number >= setting.min() && number <= setting.max()) {
        return number;
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    String most = setting.max() == Double.POSITIVE_INFINITY ? "" : " to " + number(setting.max());
    throw refused(
        "'" + text + "'", "it must be a whole number from " + number(setting.min()) + most);
  }

  private void within(double number, String text) {
    if (!(number >= setting.min() && number <= setting.max())) {
      throw refused(
          text, "it must be between " + number(setting.min()) + " and " + number(setting.max()));
    }
  }

  /// Says which value is refused, and by which rule: the setting's own, else this one.
  private UserError refused(String value, String rule) {
    return new UserError(
        name + " " + value + ": " + (setting.rule().isEmpty() ? rule : setting.rule()));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }

  private Object choice(String text) {
    List<String> names =
        Stream.of(type.getEnumConstants()).map(one -> String.valueOf(shown(one))).toList();
    int place = names.indexOf(text.toLowerCase(Locale.ROOT));
    if (place < 0) {
      throw refused(
          "'" + text + "'",
          "it must be "
              + names.stream().limit(names.size() - 1).collect(Collectors.joining(", "))
              + " or "
              + names.getLast());
    }
    return type.getEnumConstants()[place];
  }
}
