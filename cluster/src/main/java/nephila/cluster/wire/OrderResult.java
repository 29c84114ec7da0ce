package nephila.cluster.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import nephila.links.SoftNotFound;
import nephila.politeness.Allowance;
import nephila.politeness.HostPace;
import nephila.politeness.RobotsAnswer;
import nephila.process.HostProcessor;
import nephila.store.BrokenState;
import nephila.store.record.BinaryRecord;
import nephila.store.record.HostFacts;
import nephila.store.record.ReadFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// What a fetcher brings for an [FetchOrder].
///
/// @param endedMillis when its last request ended
/// @param pace the host's afterwards
/// @param allowance what the host may still cost
/// @param ours whether the last request failed because of the fetcher or its network
/// @param status of the last request, as [nephila.process.Statuses] has it; 0 when there was none
/// @param robots of a ROBOTS order the answer, else null
/// @param missing of a PROBE order what the host serves for pages that do not exist
/// @param visits of a PAGES order one for each page, in its order
public record OrderResult(
    FetchOrder.Kind kind,
    String origin,
    long number,
    long endedMillis,
    HostPace pace,
    Allowance allowance,
    boolean ours,
    int status,
    @Nullable RobotsAnswer robots,
    @Nullable SoftNotFound missing,
    List<Visit> visits) {
  public HostProcessor.Step step() {
    return new HostProcessor.Step(pace, allowance, ours);
  }

  /// What became of a page.
  public enum Outcome {
    /// Not asked for: its turn comes again.
    UNTRIED,
    /// It failed and may pass.
    AGAIN,
    READ
  }

  /// A page of the order.
  ///
  /// @param facts what was found, of an UNTRIED page null
  /// @param bytes of the response
  /// @param links where it points, distinct
  /// @param anchors conditions of focus rules that the text of each link meets; empty when no rule
  ///   asks for texts
  public record Visit(
      PageKey key,
      Outcome outcome,
      @Nullable ReadFacts facts,
      long bytes,
      List<CanonicalUrl> links,
      List<SortedSet<String>> anchors) {
    public Visit(
        PageKey key,
        Outcome outcome,
        @Nullable ReadFacts facts,
        long bytes,
        List<CanonicalUrl> links) {
      this(key, outcome, facts, bytes, links, List.of());
    }

    public static Visit untried(PageKey key) {
      return new Visit(key, Outcome.UNTRIED, null, 0, List.of());
    }
  }

  public byte[] message() {
    BinaryRecord record = Wire.begin(Wire.RESULT).put(kind.ordinal()).putText(origin);
    record.putNumber(number).putNumber(endedMillis);
    HostFacts.writePace(record, pace);
    record.putNumber(allowance.spentUntilMillis()).put(ours ? 1 : 0).putFixed(status, 2);
    writeRobots(record);
    record.put(missing == null ? 0 : 1);
    if (missing != null) {
      record.putFixed(missing.titleHash(), 4).putFixed(missing.signature(), 8);
    }
    record.putNumber(visits.size());
    visits.forEach(visit -> writeVisit(record, visit));
    return record.toBytes();
  }

  public static void writeVisit(BinaryRecord to, Visit visit) {
    visit.key.write(to);
    to.put(visit.outcome.ordinal());
    if (visit.facts != null) {
      visit.facts.write(to);
      to.putNumber(visit.bytes).putNumber(visit.links.size());
      visit.links.forEach(link -> to.putText(link.text()));
      to.put(visit.anchors.isEmpty() ? 0 : 1);
      visit.anchors.forEach(met -> Wire.putTexts(to, met));
    }
  }

  private void writeRobots(BinaryRecord record) {
    switch (robots) {
      case null -> record.put(0);
      case RobotsAnswer.Answered(int status, byte[] body) ->
          record.put(1).putNumber(status).putBytes(body);
      case RobotsAnswer.TooManyRedirects() -> record.put(2);
      case RobotsAnswer.Unreachable() -> record.put(3);
    }
  }

  /// The result of a message whose kind was taken.
  public static OrderResult take(BinaryRecord from) {
    FetchOrder.Kind kind = pick(FetchOrder.Kind.values(), from.take());
    String origin = from.takeText();
    long number = from.takeNumber();
    long ended = from.takeNumber();
    HostPace pace = HostFacts.takePace(from);
    Allowance allowance = new Allowance(from.takeNumber());
    boolean ours = from.take() == 1;
    int status = (short) from.takeFixed(2);
    RobotsAnswer robots = takeRobots(from);
    SoftNotFound missing =
        from.take() == 0 ? null : new SoftNotFound((int) from.takeFixed(4), from.takeFixed(8));
    int count = Wire.count(from, PageKey.BYTES);
    List<Visit> visits = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      visits.add(takeVisit(from));
    }
    Wire.end(from);
    return new OrderResult(
        kind, origin, number, ended, pace, allowance, ours, status, robots, missing, visits);
  }

  public static Visit takeVisit(BinaryRecord from) {
    PageKey key = PageKey.take(from);
    Outcome outcome = pick(Outcome.values(), from.take());
    if (outcome == Outcome.UNTRIED) {
      return Visit.untried(key);
    }
    ReadFacts facts = ReadFacts.decode(from);
    long bytes = from.takeNumber();
    int count = Wire.count(from, 1);
    List<CanonicalUrl> links = new ArrayList<>(Math.min(count, 1024));
    for (int i = 0; i < count; i++) {
      links.add(canonical(from.takeText()));
    }
    List<SortedSet<String>> anchors = new ArrayList<>();
    for (int i = from.take() == 0 ? count : 0; i < count; i++) {
      anchors.add(Wire.takeTexts(from));
    }
    return new Visit(key, outcome, facts, bytes, links, anchors);
  }

  /// A URL that was canonical when it was sent.
  public static CanonicalUrl canonical(String text) {
    boolean whole =
        (text.startsWith("http://") && text.indexOf('/', 7) > 7)
            || (text.startsWith("https://") && text.indexOf('/', 8) > 8);
    if (!whole) {
      throw new BrokenState("not a URL: '" + text + "'");
    }
    return CanonicalUrl.ofCanonical(text);
  }

  private static @Nullable RobotsAnswer takeRobots(BinaryRecord from) {
    int which = from.take();
    return switch (which) {
      case 0 -> null;
      case 1 -> new RobotsAnswer.Answered((int) from.takeNumber(), from.takeBytes());
      case 2 -> new RobotsAnswer.TooManyRedirects();
      case 3 -> new RobotsAnswer.Unreachable();
      default -> throw new BrokenState("a robots answer of kind " + which);
    };
  }

  public static <T> T pick(T[] values, int ordinal) {
    if (ordinal >= values.length) {
      throw new BrokenState("choice " + ordinal + " of " + values.length);
    }
    return values[ordinal];
  }
}
