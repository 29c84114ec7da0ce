package nephila.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import nephila.UserError;
import nephila.crawl.CrawlConfig;
import nephila.crawl.CrawlConfigKeys;
import nephila.crawl.Select;
import nephila.store.BinaryRecord;
import nephila.store.BrokenState;
import nephila.url.CanonicalUrl;
import nephila.url.FocusRules;

/// What all workers of a crawl must agree on, kept in its control topic: the plan, and the number
/// of partitions.
///
/// @param split sites whose pages are dealt to all partitions: those too large for one
public record ClusterSettings(CrawlConfig plan, int partitions, List<String> split) {
  private static final int VERSION = 3;

  /// Options that differ between workers without harm.
  private static final List<String> OWN = List.of("workers", "archive", "gzip", "proxy", "memory");

  public ClusterSettings(CrawlConfig plan, int partitions) {
    this(plan, partitions, List.of());
  }

  /// Refuses what only a crawl on one machine can do.
  public ClusterSettings {
    refuse(FocusRules.parse(plan.focus()).needAnchors(), "focus anchor~");
    refuse(plan.nearDuplicates(), "near-duplicates");
    refuse(plan.refresh() > 0, "refresh");
    refuse(plan.continuous(), "continuous");
    refuse(plan.select() != Select.EXACT, "select " + plan.select());
    refuse(plan.maxTime().isPositive(), "max-time");
    refuse(plan.budget() > 0, "budget");
    refuse(plan.hostShare() < 1, "host-share");
    if (partitions < 1 || partitions > 10_000) {
      throw new UserError("partitions " + partitions + ": it must be between 1 and 10000");
    }
    split = split.stream().map(ClusterSettings::site).distinct().sorted().toList();
  }

  private static void refuse(boolean used, String option) {
    if (used) {
      throw new UserError(option + ": not on a cluster yet; leave it out, or crawl on one machine");
    }
  }

  private static String site(String typed) {
    try {
      return CanonicalUrl.typed(typed).site();
    } catch (UserError e) {
      throw new UserError("split '" + typed + "': not a site; write it like example.org", e);
    }
  }

  byte[] bytes() {
    BinaryRecord record =
        new BinaryRecord().put(VERSION).putNumber(partitions).putNumber(split.size());
    split.forEach(record::putText);
    Map<String, Object> values = values();
    record.putNumber(values.size());
    values.forEach(
        (name, value) -> {
          List<?> items = value instanceof List<?> several ? several : List.of(value);
          record.putText(name).put(value instanceof List<?> ? 1 : 0).putNumber(items.size());
          items.forEach(item -> record.putText(String.valueOf(item)));
        });
    return record.toBytes();
  }

  static ClusterSettings of(byte[] bytes) {
    BinaryRecord record = new BinaryRecord(bytes);
    if (record.take() != VERSION) {
      throw new BrokenState("the crawl was begun by another version of Nephila");
    }
    int partitions = (int) record.takeNumber();
    List<String> split = new ArrayList<>();
    for (int left = Wire.count(record, 1); left > 0; left--) {
      split.add(record.takeText());
    }
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
    CrawlConfig plan =
        CrawlConfigKeys.apply(CrawlConfig.builder(), values, "the crawl's settings").build();
    return new ClusterSettings(plan, partitions, split);
  }

  private Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    CrawlConfigKeys.all().forEach(key -> values.put(key.name(), key.value().apply(plan)));
    return values;
  }

  /// These settings with the worker's own options of `mine`.
  ClusterSettings withOwn(CrawlConfig mine) {
    Map<String, Object> own = new LinkedHashMap<>();
    for (CrawlConfigKeys.Key key : CrawlConfigKeys.all()) {
      if (OWN.contains(key.name())) {
        own.put(key.name(), key.value().apply(mine));
      }
    }
    CrawlConfig its = CrawlConfigKeys.apply(plan.toBuilder(), own, "this worker").build();
    return new ClusterSettings(its, partitions, split);
  }

  /// In what other settings differ, in words; empty when a crawl cannot tell them apart.
  String difference(ClusterSettings other) {
    StringBuilder told = new StringBuilder();
    if (partitions != other.partitions) {
      told.append("partitions ").append(partitions).append(", not ").append(other.partitions);
    }
    if (!split.equals(other.split)) {
      told.append(told.isEmpty() ? "" : "; ");
      told.append("split ").append(split).append(", not ").append(other.split);
    }
    Map<String, Object> theirs = other.values();
    values()
        .forEach(
            (name, value) -> {
              Object there = Objects.requireNonNull(theirs.get(name));
              if (!OWN.contains(name) && !String.valueOf(value).equals(String.valueOf(there))) {
                told.append(told.isEmpty() ? "" : "; ");
                told.append(name).append(' ').append(value).append(", not ").append(there);
              }
            });
    return told.toString();
  }
}
