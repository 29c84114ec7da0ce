package nephila.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import nephila.cli.Typed;
import nephila.server.Frontiers;
import nephila.server.RestFrontier;
import nephila.testweb.LittleWeb;

/// Runs the product on a disk that fails: a schedule is a verb, a kind of fault and the call to the
/// system at which it happens, all drawn from a seed. After each the verb is typed again on a sound
/// disk, and the crawl dir is read by `nephila check` and by [CrawlDirProof].
///
/// - F1 a fault ends a verb with one line and exit code 1, or is of no account: never a stack
///   trace.
/// - F2 the same command, typed again, ends well, and everything that was promised holds.
/// - F3 a bit that turned on its way to the disk is told by `check`, or harms nothing.
/// - F4 what a frontier has acknowledged is there.
///
/// Main program: `FaultSchedules WORK FIRST-SEED COUNT`, started with the library of `faultfs.c`
/// preloaded; prints a line a finding and, last, how many schedules there were. Which of RocksDB's
/// threads makes the n-th call is the system's choice: the same seed repeats verb, fault and count,
/// not always the file.
public final class FaultSchedules {
  private enum Fault {
    FAIL_ONCE(1),
    DISK_FULL(2),
    TEAR(3),
    CRASH(4),
    DELAY(5),
    FLIP(6),
    SHORT_WRITE(7);

    private final int number;

    Fault(int number) {
      this.number = number;
    }
  }

  private enum Verb {
    CRAWL,
    IMPORT,
    REBUILD,
    REFRESH,
    INDEX,
    EXPORT,
    FRONTIER
  }

  private static final int PAGES = 25;

  private final Path work;
  private final LittleWeb web;
  private final Path base;
  private final FaultyDisk disk = new FaultyDisk();
  private final List<String> findings = new ArrayList<>();
  private final long[] callsOf = new long[Verb.values().length];
  private final int[] happened = new int[Fault.values().length];

  private FaultSchedules(Path work, LittleWeb web) {
    this.work = work;
    this.web = web;
    this.base = work.resolve("base");
  }

  public static void main(String[] args) throws Exception {
    Path work = Path.of(args[0]);
    long first = Long.parseLong(args[1]);
    int count = Integer.parseInt(args[2]);
    try (LittleWeb web = LittleWeb.open(7, LittleWeb.Options.quick(Clock.systemUTC()))) {
      FaultSchedules all = new FaultSchedules(work, web);
      all.begin();
      for (long seed = first; seed < first + count; seed++) {
        all.run(seed);
      }
      all.findings.forEach(System.out::println);
      StringBuilder kinds = new StringBuilder();
      for (Fault fault : Fault.values()) {
        kinds.append(' ').append(fault).append(' ').append(all.happened[fault.ordinal()]);
      }
      System.out.println(
          count
              + " schedules, "
              + all.findings.size()
              + " findings; faults that happened:"
              + kinds);
    }
  }

  private void begin() throws Exception {
    Typed typed = crawl(base);
    if (typed.exit() != 0) {
      throw new IllegalStateException(typed.err());
    }
    for (Verb verb : Verb.values()) {
      Path dir = prepared(verb, "count");
      disk.arm(dir, 0, 0, 0);
      run(verb, dir);
      callsOf[verb.ordinal()] = disk.calls();
      disk.disarm();
      delete(dir);
    }
  }

  private Typed crawl(Path dir) {
    return Typed.line(
        "crawl",
        web.front(),
        "--dir",
        dir.toString(),
        "--scope",
        "any",
        "--max-pages",
        String.valueOf(PAGES),
        "--allow-private",
        "--delay",
        "0",
        "--quiet",
        "--no-dashboard");
  }

  /// The folder that the verb works in, with what it needs.
  private Path prepared(Verb verb, String name) throws IOException {
    Path dir = work.resolve(name);
    delete(dir);
    if (verb == Verb.REBUILD || verb == Verb.INDEX || verb == Verb.EXPORT) {
      copy(base, dir);
    } else {
      Files.createDirectories(dir);
    }
    return dir;
  }

  private Typed run(Verb verb, Path dir) throws Exception {
    String at = dir.toString();
    return switch (verb) {
      case CRAWL -> crawl(dir);
      case IMPORT -> Typed.line("import", base.resolve("archive").toString(), "--dir", at);
      case REBUILD -> Typed.line("rebuild", at);
      case REFRESH ->
          Typed.line(
              "refresh",
              base.toString(),
              "--dir",
              at,
              "--delay",
              "0",
              "--workers",
              "8",
              "--allow-private");
      case INDEX -> Typed.line("index", at);
      case EXPORT ->
          Typed.line(
              "export",
              at,
              "--pages",
              dir.resolve("pages.csv").toString(),
              "--wacz",
              dir.resolve("all.wacz").toString());
      case FRONTIER -> frontier(dir);
    };
  }

  /// Puts URLs, a request at a time, until one is refused; what was acknowledged is in `acks`.
  private Typed frontier(Path dir) throws Exception {
    int acknowledged = 0;
    try (Frontiers crawls = new Frontiers(dir, InstantSource.system());
        RestFrontier rest = RestFrontier.start(crawls, "127.0.0.1", 0);
        HttpClient http = HttpClient.newHttpClient()) {
      URI urls = URI.create("http://127.0.0.1:" + rest.port() + "/frontier/v1/crawls/one/urls");
      for (int i = 0; i < 12; i++) {
        String line = "{\"url\":\"http://h" + i % 3 + ".test/" + i + "\"}\n";
        HttpRequest put =
            HttpRequest.newBuilder(urls).POST(HttpRequest.BodyPublishers.ofString(line)).build();
        HttpResponse<String> answer = http.send(put, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
          acks = acknowledged;
          return new Typed(1, "", answer.body());
        }
        acknowledged++;
      }
    } catch (RuntimeException e) {
      acks = acknowledged;
      return new Typed(1, "", "nephila: " + e.getMessage());
    }
    acks = acknowledged;
    return new Typed(0, "", "");
  }

  private int acks;

  private void run(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    Verb verb = Verb.values()[random.nextInt(Verb.values().length)];
    Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
    long at = 1 + random.nextLong(Math.max(1, callsOf[verb.ordinal()]));
    String name = "seed " + seed + ": " + verb + " " + fault + " at call " + at;
    Path dir = prepared(verb, "schedule");
    disk.arm(dir, at, fault.number, seed);
    Typed first = run(verb, dir);
    happened[fault.ordinal()] += disk.calls() >= at ? 1 : 0;
    disk.disarm();
    int acknowledged = acks;
    ended(name, first);
    if (fault == Fault.FLIP) {
      told(name, verb, dir);
    } else {
      again(name, verb, dir, first, acknowledged);
    }
    delete(dir);
  }

  /// F1.
  private void ended(String name, Typed typed) {
    boolean trace = typed.err().contains("\tat ") || typed.out().contains("\tat ");
    if (trace || (typed.exit() != 0 && typed.exit() != 1)) {
      finding(name, "ends with " + typed.exit() + ": " + typed.err());
    }
    if (typed.exit() == 1 && typed.err().isBlank()) {
      finding(name, "ends with 1 and says nothing");
    }
  }

  /// F2 and F4.
  private void again(String name, Verb verb, Path dir, Typed first, int acknowledged)
      throws Exception {
    if (verb == Verb.IMPORT && first.exit() == 0 || verb == Verb.FRONTIER) {
      prove(name, verb == Verb.FRONTIER ? dir.resolve("one") : dir);
      if (verb == Verb.FRONTIER) {
        acknowledged(name, dir, acknowledged);
      }
      return;
    }
    Typed second = run(verb, dir);
    if (second.exit() != 0) {
      finding(name, "typed again ends with " + second.exit() + ": " + second.err());
    }
    if (verb != Verb.REFRESH) {
      prove(name, dir);
    }
  }

  private void acknowledged(String name, Path dir, int acknowledged) throws Exception {
    try (Frontiers crawls = new Frontiers(dir, InstantSource.system());
        RestFrontier rest = RestFrontier.start(crawls, "127.0.0.1", 0);
        HttpClient http = HttpClient.newHttpClient()) {
      URI count = URI.create("http://127.0.0.1:" + rest.port() + "/frontier/v1/crawls/one/count");
      String body =
          http.send(HttpRequest.newBuilder(count).build(), HttpResponse.BodyHandlers.ofString())
              .body();
      String digits = body.replaceAll("\\D", "");
      if (acknowledged == 0) {
        return; // nothing was begun, or nothing was promised
      }
      if (digits.isEmpty()) {
        finding(name, acknowledged + " URLs were acknowledged; it does not open again: " + body);
      } else if (Integer.parseInt(digits) < acknowledged) {
        finding(name, acknowledged + " URLs were acknowledged, " + digits + " are there");
      }
    } catch (RuntimeException e) {
      finding(name, "does not open again: " + e.getMessage());
    }
  }

  private void prove(String name, Path dir) throws IOException {
    if (!Files.exists(dir.resolve("state").resolve("CURRENT"))) {
      return; // nothing was acknowledged, nothing is there
    }
    Typed check = Typed.line("check", dir.toString());
    if (check.exit() != 0) {
      finding(name, "check: " + check.out().lines().findFirst().orElse(check.err()));
    }
    List<String> wrong = CrawlDirProof.of(dir);
    if (!wrong.isEmpty()) {
      finding(name, "proof: " + wrong);
    }
  }

  /// F3.
  private void told(String name, Verb verb, Path dir) throws IOException {
    Path crawl = verb == Verb.FRONTIER ? dir.resolve("one") : dir;
    if (!Files.exists(crawl.resolve("state").resolve("CURRENT"))) {
      return;
    }
    List<String> wrong;
    try {
      wrong = CrawlDirProof.of(crawl);
    } catch (RuntimeException e) {
      wrong = List.of("cannot be read: " + e);
    }
    Typed check = Typed.line("check", crawl.toString());
    boolean told = check.exit() != 0 || check.out().contains("behind the last commit");
    if (!wrong.isEmpty() && !told) {
      finding(name, "check does not tell " + wrong);
    }
  }

  private void finding(String name, String what) {
    findings.add(name + ": " + what.strip().replace('\n', '|'));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.sorted().toList()) {
        Path place = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(place);
        } else {
          Files.copy(each, place, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }

  /// The library of `faultfs.c` in this process.
  private static final class FaultyDisk {
    private final MethodHandle arming =
        function(
            "faultfs_arm",
            FunctionDescriptor.ofVoid(
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG));
    private final MethodHandle disarming = function("faultfs_disarm", FunctionDescriptor.ofVoid());
    private final MethodHandle counting =
        function("faultfs_calls", FunctionDescriptor.of(ValueLayout.JAVA_LONG));

    /// The library is loaded already: opened by its path again it is the same.
    private static MethodHandle function(String name, FunctionDescriptor shape) {
      Path library = Path.of(System.getenv("LD_PRELOAD"));
      MemorySegment at = SymbolLookup.libraryLookup(library, Arena.global()).findOrThrow(name);
      return Linker.nativeLinker().downcallHandle(at, shape);
    }

    void arm(Path folder, long at, int how, long seed) {
      try (Arena arena = Arena.ofConfined()) {
        arming.invoke(arena.allocateFrom(folder.toString() + "/", UTF_8), at, how, seed);
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    void disarm() {
      try {
        disarming.invoke();
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    long calls() {
      try {
        return (long) counting.invoke();
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
