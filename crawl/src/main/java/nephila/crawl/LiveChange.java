package nephila.crawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import nephila.UserError;
import nephila.config.ConfigKey;
import nephila.config.CrawlConfig;
import nephila.config.Settings;

/// Changes of settings while a crawl runs, on one machine and on a cluster: which there are, and
/// what a line that names one says.
public final class LiveChange {
  private LiveChange() {}

  /// The plan with other values of these settings.
  ///
  /// @throws UserError for a setting that cannot be changed now, or a value that it cannot have
  public static CrawlConfig of(CrawlConfig plan, Map<String, ?> values) {
    for (String name : values.keySet()) {
      if (!Settings.key(name).setting().live()) {
        throw new UserError(
            name + ": cannot be changed while the crawl runs; known are " + names());
      }
    }
    return Settings.apply(plan, values, "control");
  }

  /// The plan after a line with the name of a setting and its value. Of a setting with many values,
  /// such as `focus`, the line adds one; `none` takes all away.
  ///
  /// @throws UserError as above
  public static CrawlConfig of(CrawlConfig plan, String name, String value) {
    ConfigKey key = Settings.key(name);
    return of(plan, Map.of(name, key.isList() ? more(key, plan, value) : value));
  }

  /// The names of the settings that can be changed while a crawl runs.
  public static String names() {
    return Settings.all().stream()
        .filter(key -> key.setting().live())
        .map(ConfigKey::name)
        .collect(Collectors.joining(", "));
  }

  private static List<?> more(ConfigKey key, CrawlConfig plan, String one) {
    if (one.equals("none")) {
      return List.of();
    }
    List<Object> all = new ArrayList<>((List<?>) key.value(plan));
    all.add(one);
    return all;
  }
}
