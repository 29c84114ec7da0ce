package nephila.config;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.UserError;
import nephila.ledger.LinkRetention;
import nephila.ledger.window.Window;
import nephila.url.AddressPolicy;
import nephila.url.FocusRules;

/// All settings of a crawl, as [CrawlConfig] declares them, and what is checked of them.
public final class Settings {
  private static final RecordComponent[] COMPONENTS = CrawlConfig.class.getRecordComponents();

  private static final String REFRESH = "refresh";
  private static final String DISCOVERY = "discovery-share";

  private static final Map<String, ConfigKey> KEYS = new LinkedHashMap<>();

  static {
    for (RecordComponent component : COMPONENTS) {
      ConfigKey key = new ConfigKey(component);
      KEYS.put(key.name(), key);
    }
  }

  static final CrawlConfig USUAL = make(KEYS.values().stream().map(ConfigKey::usual).toArray());

  private Settings() {}

  /// All of them, in the order of `plan.yaml`.
  public static Collection<ConfigKey> all() {
    return KEYS.values();
  }

  /// Those that are options, in the order of `--help`.
  public static List<ConfigKey> options() {
    List<ConfigKey> options = new ArrayList<>(KEYS.values());
    options.removeIf(key -> key.setting().fileOnly() || !key.setting().after().isEmpty());
    for (ConfigKey key : KEYS.values()) {
      if (!key.setting().after().isEmpty()) {
        options.add(1 + options.indexOf(key(key.setting().after())), key);
      }
    }
    return options;
  }

  /// The setting of that name.
  ///
  /// @throws UserError when there is none
  public static ConfigKey key(String name) {
    return key(name, "settings");
  }

  private static ConfigKey key(String name, String where) {
    ConfigKey key = KEYS.get(name);
    if (key == null) {
      throw new UserError(
          where
              + ": unknown key '"
              + name
              + "'"
              + NearestName.to(name, KEYS.keySet())
                  .map(near -> "; did you mean '" + near + "'?")
                  .orElse("; nephila config lists the known ones"));
    }
    return key;
  }

  /// `config` with what `values` says, by names; `where` names these in complaints. A name without
  /// a value changes nothing.
  ///
  /// @throws UserError for a name that is none, or a value that the setting cannot have
  public static CrawlConfig apply(CrawlConfig config, Map<?, ?> values, String where) {
    Map<String, Object> all = new LinkedHashMap<>();
    KEYS.forEach((name, key) -> all.put(name, key.value(config)));
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      ConfigKey key = key(String.valueOf(entry.getKey()), where);
      if (entry.getValue() != null) {
        all.put(key.name(), key.parse(entry.getValue()));
      }
    }
    if (values.get(REFRESH) != null && values.get(DISCOVERY) == null) {
      all.put(DISCOVERY, ""); // the last word holds
    } else if (values.get(REFRESH) == null
        && !String.valueOf(values.get(DISCOVERY) == null ? "" : all.get(DISCOVERY)).isEmpty()) {
      all.put(REFRESH, 0.0);
    }
    return make(all.values().toArray());
  }

  private static CrawlConfig make(Object[] values) {
    try {
      Class<?>[] types =
          Arrays.stream(COMPONENTS).map(RecordComponent::getType).toArray(Class<?>[]::new);
      return CrawlConfig.class.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /// Refuses, in one line, what cannot be run.
  public static void check(CrawlConfig config) {
    if (config.seeds().isEmpty()) {
      throw new UserError("no seed; name a page to start from, like https://example.org/");
    }
    if (config.isAnonymous()
        && !config.seedUrls().stream().allMatch(s -> AddressPolicy.namesLoopback(s.host()))) {
      throw new UserError(
          "servers must know who asks: give --agent NAME and --contact URL-or-mail (only crawls of"
              + " this machine go without)");
    }
    checkValues(config);
    checkLedger(config);
  }

  /// Refuses, in one line, a window, forgotten links and small edges where importance is not
  /// OPIC's.
  public static void checkLedger(CrawlConfig config) {
    if (config.smallEdge() && config.damping() != CrawlConfig.usual().damping()) {
      throw new UserError(
          "small-edge and damping " + config.damping() + ": one takes the place of the other");
    }
    if (config.importance().isOpic()) {
      return;
    }
    if (config.smallEdge()) {
      throw new UserError(
          "small-edge: the exact ledger has damping; leave it out, or say --importance opic");
    }
    if (config.defaultHistory()) {
      throw new UserError(
          "default-history: the exact ledger has no history; leave it out, or say --importance"
              + " opic");
    }
    if (config.links() == LinkRetention.FORGET && !config.archive()) {
      throw new UserError(
          "links forget: without an archive the exact ledger does not find old links again; leave"
              + " --no-archive out, or say keep, or --importance opic");
    }
    if (!config.window().isEmpty()) {
      throw new UserError(
          "window "
              + config.window()
              + ": the exact ledger has none; leave it out, or say --importance opic");
    }
  }

  /// Refuses, in one line, values that no crawl can have, whatever else it has or lacks. What a
  /// value may be by itself was looked at when it was read.
  public static void checkValues(CrawlConfig config) {
    FocusRules.parse(config.focus());
    AddressPolicy.check(config.allowNetwork());
    config.scopeRules();
    if (!config.window().isEmpty()) {
      Window.parse(config.window());
    }
    checkShares(config);
    checkCash(config);
  }

  /// Only OPIC has cash that can be given.
  private static void checkCash(CrawlConfig config) {
    boolean steers = config.steer() == SteeringMeans.CASH;
    String by = steers ? "steer" : config.focusBy() == FocusMeans.CASH ? "focus-by" : "";
    if (!by.isEmpty() && !config.importance().isOpic()) {
      throw new UserError(
          by
              + " cash: the exact ledger has no cash to give away; leave it out, or say"
              + " --importance opic");
    }
    if (steers && !(config.select().ordersAll() && config.select().byCash())) {
      throw new UserError(
          "steer cash: cash must order pages that were read too; say --select greedy, xyleme or"
              + " clock");
    }
    if (steers && !config.setsShare()) {
      throw new UserError("steer cash: say towards which share, like --discovery-share 0.5");
    }
  }

  /// A share of re-reads of 0 is none that was set.
  private static void checkShares(CrawlConfig config) {
    double share = config.refreshShare();
    if (!config.discoveryShare().isEmpty()
        && config.refresh() > 0
        && Math.abs(share - config.refresh()) > 1e-9) {
      throw new UserError(
          "refresh "
              + config.refresh()
              + " and discovery-share "
              + config.discoveryShare()
              + ": together they must be 1; leave one of them out");
    }
  }

  /// The settings as a YAML document, each under its line of help.
  public static String toYaml(CrawlConfig config) {
    StringBuilder yaml = new StringBuilder();
    for (ConfigKey key : KEYS.values()) {
      yaml.append("# ").append(key.setting().help()).append('\n').append(key.name()).append(':');
      Object shown = key.shown(config);
      if (shown instanceof List<?> items) {
        yaml.append(items.isEmpty() ? " []\n" : "\n");
        items.forEach(item -> yaml.append("  - ").append(quoted(item)).append('\n'));
      } else {
        yaml.append(' ').append(shown instanceof String ? quoted(shown) : shown).append('\n');
      }
    }
    return yaml.toString();
  }

  private static String quoted(Object value) {
    return "'" + String.valueOf(value).replace("'", "''") + "'";
  }
}
