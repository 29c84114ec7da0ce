package nephila.cli.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import nephila.UserError;
import nephila.cli.WrongUse;
import nephila.communitycrawl.Topic;
import nephila.topic.PageModel;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What was typed of a topic: a community of pages that say the same, wherever they are.
final class TopicTyped {
  private static final double USUAL_HARVEST_FLOOR = 0.02;

  @Option(
      names = "--topic",
      paramLabel = "NAME",
      description =
          "The community is a topic: pages that say what the examples say, found by a focused"
              + " crawl; the SITEs are where it may begin.")
  @Nullable String name;

  @Option(
      names = "--example",
      paramLabel = "URL",
      description = "A page of the topic; a few are best. May be repeated.")
  List<String> examples = List.of();

  @Option(
      names = "--example-file",
      paramLabel = "FILE",
      description = "Pages of the topic, a URL a line.")
  @Nullable Path exampleFile;

  @Option(
      names = "--not",
      paramLabel = "URL",
      description = "A page that is not of the topic, however alike. May be repeated.")
  List<String> against = List.of();

  @Option(
      names = "--words",
      split = ",",
      paramLabel = "WORDS",
      description = "Words of the topic, with commas.")
  List<String> words = List.of();

  @Option(
      names = "--relevance-floor",
      paramLabel = "SHARE",
      description = "The least relevance of a member, between 0 and 1 (usually 0.5).")
  @Nullable Double floor;

  @Option(
      names = "--harvest-floor",
      paramLabel = "SHARE",
      description =
          "End when fewer of the last 500 pages are relevant (usually 0.02; 0 for never).")
  @Nullable Double harvestFloor;

  @Option(
      names = "--depth",
      paramLabel = "K",
      description =
          "The community is all pages within K links of the SITEs, as the topics of the paper.")
  @Nullable Integer depth;

  boolean isTopic() {
    return name != null;
  }

  void check() {
    share("--relevance-floor", floor);
    share("--harvest-floor", harvestFloor);
    if (depth != null && (depth < 0 || depth > 100)) {
      throw new WrongUse("--depth " + depth + ": between 0 and 100");
    }
    if (depth != null && name != null) {
      throw new WrongUse(
          "--depth and --topic: a community is what lies near the SITEs or what says the same; say"
              + " one of the two");
    }
    for (String url : Stream.concat(examples.stream(), against.stream()).toList()) {
      WrongUse.typed(() -> CanonicalUrl.typed(url));
    }
    if (name != null && name.isBlank()) {
      throw new WrongUse("--topic '': give the topic a name");
    }
  }

  private static void share(String option, @Nullable Double share) {
    if (share != null && !(share >= 0 && share <= 1)) {
      throw new WrongUse(option + " " + share + ": between 0 and 1");
    }
  }

  private boolean saysMore() {
    return !examples.isEmpty()
        || exampleFile != null
        || !against.isEmpty()
        || !words.isEmpty()
        || floor != null
        || harvestFloor != null;
  }

  /// The topic of the dir with what was typed; empty where the community is no topic.
  Optional<Topic> topic(Path dir, @Nullable Integer maxPages) throws IOException {
    Optional<Topic> kept = Topic.in(dir);
    if (kept.isEmpty() && name == null) {
      if (saysMore()) {
        throw new WrongUse(
            "--example, --words, --not and the floors: of a topic; name it with --topic");
      }
      return Optional.empty();
    }
    Topic before =
        kept.orElse(
            new Topic(
                "",
                List.of(),
                List.of(),
                List.of(),
                PageModel.USUAL_FLOOR,
                USUAL_HARVEST_FLOOR,
                0));
    List<String> named = new ArrayList<>(examples);
    if (exampleFile != null) {
      named.addAll(inFile(exampleFile));
    }
    Topic topic =
        new Topic(
            name == null ? before.name() : name.strip(),
            more(before.examples(), named),
            more(before.against(), against),
            Stream.concat(before.words().stream(), words.stream()).distinct().toList(),
            floor == null ? before.floor() : floor,
            harvestFloor == null ? before.harvestFloor() : harvestFloor,
            maxPages == null ? before.maxPages() : maxPages);
    if (topic.examples().isEmpty() && topic.words().isEmpty()) {
      throw new WrongUse(
          "--topic " + topic.name() + ": say what it is with --example URL, or --words and a SITE");
    }
    for (String url : topic.examples()) {
      if (topic.against().contains(url)) {
        throw new WrongUse("--not " + url + ": is an example, too");
      }
    }
    return Optional.of(topic);
  }

  private static List<String> more(List<String> before, List<String> typed) {
    return Stream.concat(before.stream(), typed.stream())
        .map(url -> CanonicalUrl.typed(url).text())
        .distinct()
        .toList();
  }

  private static List<String> inFile(Path file) {
    try {
      List<String> urls =
          Files.readAllLines(file).stream()
              .map(line -> line.strip().split("\t", 2)[0])
              .filter(line -> !line.isEmpty() && !line.startsWith("#"))
              .toList();
      if (urls.isEmpty()) {
        throw new UserError(file + ": names no page; write a URL a line");
      }
      return urls;
    } catch (IOException e) {
      throw new UserError(file + ": cannot be read as a list of pages", e);
    }
  }
}
