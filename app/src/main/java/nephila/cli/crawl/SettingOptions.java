package nephila.cli.crawl;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nephila.config.ConfigKey;
import nephila.config.CrawlConfig;
import nephila.config.Settings;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Settings of a crawl as options of a verb, and what was typed for them, before it means anything:
/// names to text.
public final class SettingOptions {
  @Mixin final CommandSpec options = CommandSpec.create();

  private final Map<ConfigKey, OptionSpec> byKey = new LinkedHashMap<>();

  private SettingOptions(
      Collection<ConfigKey> keys, Map<String, String> descriptions, Set<String> hidden) {
    for (ConfigKey key : keys) {
      String own = descriptions.getOrDefault(key.name(), "");
      String description = own.isEmpty() ? key.description() : own;
      OptionSpec.Builder option =
          OptionSpec.builder(key.optionNames().toArray(String[]::new))
              .description(description.replace("%", "%%"))
              .hidden(hidden.contains(key.name()));
      if (key.isFlag()) {
        option.type(boolean.class).arity("0");
      } else if (key.isList()) {
        option.type(List.class).auxiliaryTypes(String.class).paramLabel(key.label());
      } else {
        option.type(String.class).paramLabel(key.label());
      }
      OptionSpec built = option.build();
      byKey.put(key, built);
      options.addOption(built);
    }
  }

  /// All that are options; `hidden` ones are taken, but `--help` does not list them.
  public static SettingOptions all(Set<String> hidden) {
    return new SettingOptions(Settings.options(), Map.of(), hidden);
  }

  /// Those of these names, in this order.
  public static SettingOptions of(String... names) {
    return new SettingOptions(keys(List.of(names)), Map.of(), Set.of());
  }

  /// Those that `descriptions` names, in its order, described in its words; empty for the usual
  /// ones.
  public static SettingOptions described(Map<String, String> descriptions) {
    return new SettingOptions(keys(descriptions.keySet()), descriptions, Set.of());
  }

  private static List<ConfigKey> keys(Collection<String> names) {
    return names.stream().map(Settings::key).toList();
  }

  /// The usual settings with what was typed.
  public CrawlConfig applied() {
    return Settings.apply(CrawlConfig.usual(), typed(), "command line");
  }

  /// What was typed, by names of settings.
  public Map<String, Object> typed() {
    Map<String, Object> typed = new LinkedHashMap<>();
    byKey.forEach(
        (key, option) -> {
          Object value = option.getValue();
          if (key.isFlag() && Boolean.TRUE.equals(value)) {
            typed.put(key.name(), !(boolean) key.usual());
          } else if (!key.isFlag() && value != null) {
            typed.put(key.name(), value);
          }
        });
    return typed;
  }
}
