package nephila.config;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Settings as people of one kind want them, by one name. Each can be set otherwise; what is kept
/// in `plan.yaml` are the settings, not the name.
public enum Profile {
  /// For web archives: what pages are shown with, whole media, small files.
  ARCHIVE("requisites", true, "sitemaps", true, "max-bytes", 1 << 25, "gzip", 6, "timeout", "5m"),
  /// For a search engine: texts, each once, kept up to date.
  SEARCH(
      "sitemaps",
      true,
      "near-duplicates",
      true,
      "max-bytes",
      4 << 20,
      "refresh",
      0.2,
      "gone-after",
      2),
  /// For a collection of texts or a link graph: many sites, none of them too much.
  DATA(
      "sitemaps",
      true,
      "near-duplicates",
      true,
      "max-bytes",
      4 << 20,
      "host-share",
      0.05,
      "gzip",
      6);

  private final Map<String, Object> settings = new LinkedHashMap<>();

  Profile(Object... namesAndValues) {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
  }

  /// The settings by name.
  public Map<String, Object> settings() {
    return Map.copyOf(settings);
  }

  /// The settings of a crawl with this profile in place of what it had of them.
  public CrawlConfig applied(CrawlConfig config) {
    return Settings.apply(config, settings, "profile " + this);
  }

  /// The settings as `plan.yaml` has them, in one line.
  public String words() {
    return settings.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
