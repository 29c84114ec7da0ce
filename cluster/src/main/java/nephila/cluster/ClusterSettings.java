package nephila.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import nephila.UserError;
import nephila.cluster.wire.Wire;
import nephila.config.ConfigKey;
import nephila.config.CrawlConfig;
import nephila.config.Settings;
import nephila.store.BrokenState;
import nephila.store.CrawlStore;
import nephila.store.record.BinaryRecord;
import nephila.url.CanonicalUrl;
import nephila.url.PagePreference;
import org.jspecify.annotations.Nullable;

/// What all workers of a crawl must agree on, kept in its control topic: the plan, and the number
/// of partitions.
///
/// @param split sites whose pages are dealt to all partitions: those too large for one
/// @param preferenceText the file that the plan names as its preference, whole; empty for none
/// @param graph the link graph that is ranked in place of a crawl; null for a crawl
public record ClusterSettings(
    CrawlConfig plan,
    int partitions,
    List<String> split,
    String preferenceText,
    @Nullable RankedGraph graph) {
  private static final int VERSION = 9;

  /// A preference travels in a message.
  private static final int MOST_PREFERENCE = 8 << 20;

  /// A setting that must have its usual value, and why.
  private record Refused(String name, String why) {}

  private static final List<Refused> REFUSED =
      List.of(
          new Refused(
              "default-history",
              "a partition does not know what new pages of the others are worth"),
          new Refused(
              "connections", "an order is carried out by one worker, one page after the other"),
          new Refused("until-worth", "no worker knows what waits at all the others"),
          new Refused("dedup", "workers archive apart and know nothing of each other's records"));

  public ClusterSettings(CrawlConfig plan, int partitions) {
    this(plan, partitions, List.of());
  }

  /// Reads the preference that the plan names, if it names one.
  public ClusterSettings(CrawlConfig plan, int partitions, List<String> split) {
    this(named(plan), partitions, split, preference(plan.preference()), null);
  }

  /// Has no pages read but a graph ranked, dealt to as many partitions as it says.
  public static ClusterSettings ranking(CrawlConfig plan, RankedGraph graph) {
    return new ClusterSettings(plan, graph.firsts().size(), List.of(), "", graph);
  }

  /// Refuses what only a crawl on one machine can do.
  public ClusterSettings {
    for (Refused each : REFUSED) {
      ConfigKey key = Settings.key(each.name());
      refuse(!key.value(plan).equals(key.usual()), each.name(), each.why());
    }
    refuse(
        plan.refreshShare() > 0 && !split.isEmpty(),
        "refresh with split",
        "pages of a split site are read once");
    refuse(
        plan.ledger().findsLinksAgain(),
        "links forget with the exact ledger",
        "what has the books of a page has not its archived copy");
    Settings.checkLedger(plan);
    if (partitions < 1 || partitions > 10_000) {
      throw new UserError("partitions " + partitions + ": it must be between 1 and 10000");
    }
    split = split.stream().map(ClusterSettings::site).distinct().sorted().toList();
  }

  private static void refuse(boolean used, String setting, String why) {
    if (used) {
      throw new UserError(
          setting + ": not on a cluster: " + why + "; leave it out, or crawl on one machine");
    }
  }

  /// The names of the settings that only a crawl on one machine has.
  public static Set<String> refused() {
    return REFUSED.stream().map(Refused::name).collect(Collectors.toSet());
  }

  private static String site(String typed) {
    try {
      return CanonicalUrl.typed(typed).site();
    } catch (UserError e) {
      throw new UserError("split '" + typed + "': not a site; write it like example.org", e);
    }
  }

  /// The plan as each worker has it: the file is kept here, under the name that it has in a crawl
  /// dir.
  private static CrawlConfig named(CrawlConfig plan) {
    return plan.preference().isEmpty() ? plan : plan.with("preference", CrawlStore.PREFERENCE_FILE);
  }

  private static String preference(String file) {
    if (file.isEmpty()) {
      return "";
    }
    PagePreference.read(Path.of(file));
    try {
      byte[] content = Files.readAllBytes(Path.of(file));
      if (content.length > MOST_PREFERENCE) {
        throw new UserError(
            file
                + ": is longer than 8 MiB, and travels to workers in a message; name sites or"
                + " patterns instead of pages");
      }
      return new String(content, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UserError(file + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }

  /// How the virtual page pays; null where it pays all pages alike.
  public @Nullable PagePreference preference() {
    return preferenceText.isEmpty()
        ? null
        : PagePreference.of(
            CrawlStore.PREFERENCE_FILE, preferenceText.getBytes(StandardCharsets.UTF_8));
  }

  /// The same with another plan, of the same preference.
  public ClusterSettings withPlan(UnaryOperator<CrawlConfig> how) {
    return new ClusterSettings(how.apply(plan), partitions, split, preferenceText, graph);
  }

  public byte[] bytes() {
    BinaryRecord record =
        new BinaryRecord().put(VERSION).putNumber(partitions).putNumber(split.size());
    split.forEach(record::putText);
    record.putText(preferenceText);
    Map<String, Object> values = values();
    record.putNumber(values.size());
    values.forEach(
        (name, value) -> {
          List<?> items = value instanceof List<?> several ? several : List.of(value);
          record.putText(name).put(value instanceof List<?> ? 1 : 0).putNumber(items.size());
          items.forEach(item -> record.putText(String.valueOf(item)));
        });
    if (graph != null) {
      graph.write(record);
    }
    return record.toBytes();
  }

  public static ClusterSettings of(byte[] bytes) {
    BinaryRecord record = new BinaryRecord(bytes);
    if (record.take() != VERSION) {
      throw new BrokenState(
          "the crawl was begun by another version of Nephila; end it with that version's cluster"
              + " export, and begin it here with cluster load");
    }
    int partitions = (int) record.takeNumber();
    List<String> split = new ArrayList<>();
    for (int left = Wire.count(record, 1); left > 0; left--) {
      split.add(record.takeText());
    }
    String preference = record.takeText();
    int count = Wire.count(record, 1);
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      String name = record.takeText();
      boolean list = record.take() == 1;
      int items = Wire.count(record, 1);
      List<String> each = new ArrayList<>();
      for (int j = 0; j < items; j++) {
        each.add(record.takeText());
      }
      values.put(name, list ? each : each.getFirst());
    }
    CrawlConfig plan = Settings.apply(CrawlConfig.usual(), values, "the crawl's settings");
    RankedGraph graph = record.atEnd() ? null : RankedGraph.take(record);
    return new ClusterSettings(plan, partitions, split, preference, graph);
  }

  private Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    Settings.all().forEach(key -> values.put(key.name(), key.shown(plan)));
    return values;
  }

  /// These settings with the worker's own options of `mine`.
  public ClusterSettings withOwn(CrawlConfig mine) {
    Map<String, Object> own = new LinkedHashMap<>();
    for (ConfigKey key : Settings.all()) {
      if (key.setting().perWorker()) {
        own.put(key.name(), key.value(mine));
      }
    }
    return withPlan(theirs -> Settings.apply(theirs, own, "this worker"));
  }

  /// In what other settings differ, in words; empty when a crawl cannot tell them apart.
  public String difference(ClusterSettings other) {
    StringBuilder told = new StringBuilder();
    if (partitions != other.partitions) {
      told.append("partitions ").append(partitions).append(", not ").append(other.partitions);
    }
    if (!split.equals(other.split)) {
      told.append(told.isEmpty() ? "" : "; ");
      told.append("split ").append(split).append(", not ").append(other.split);
    }
    if ((graph == null) != (other.graph == null)) {
      told.append(told.isEmpty() ? "" : "; ");
      told.append(graph == null ? "it crawls, and ranks no graph" : "it ranks a graph");
    } else if (graph != null && other.graph != null && !graph.difference(other.graph).isEmpty()) {
      told.append(told.isEmpty() ? "" : "; ").append(graph.difference(other.graph));
    }
    if (!preferenceText.equals(other.preferenceText)) {
      told.append(told.isEmpty() ? "" : "; ").append("another preference");
    }
    Map<String, Object> theirs = other.values();
    values()
        .forEach(
            (name, value) -> {
              Object there = Objects.requireNonNull(theirs.get(name));
              if (!Settings.key(name).setting().perWorker() && !value.equals(there)) {
                told.append(told.isEmpty() ? "" : "; ");
                told.append(name).append(' ').append(value).append(", not ").append(there);
              }
            });
    return told.toString();
  }
}
