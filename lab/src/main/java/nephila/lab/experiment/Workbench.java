package nephila.lab.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Function;
import nephila.Progress;
import nephila.UserError;

/// What an experiment works with.
///
/// @param scale how much there is time for
/// @param seeds of everything random; figures are means over them
/// @param data the folder of real data, where there is one
/// @param threads how many runs go on at the same time; the results do not depend on it
/// @param done the results of the runs so far, by name: a run is not made twice
public record Workbench(
    Scale scale,
    List<Long> seeds,
    Optional<Path> data,
    int threads,
    Progress progress,
    Map<String, Object> done) {
  public Workbench(
      Scale scale, List<Long> seeds, Optional<Path> data, int threads, Progress progress) {
    this(scale, seeds, data, threads, progress, new ConcurrentHashMap<>());
  }

  public Workbench {
    seeds = List.copyOf(seeds);
    if (seeds.isEmpty()) {
      throw new UserError("no seeds: give at least one");
    }
  }

  /// One run of an experiment.
  ///
  /// @param name tells it from all other runs of the same purpose, its seed included
  public record Run<T>(String name, Callable<T> work) {}

  /// How large the experiments are.
  public enum Scale {
    /// For tests of the lab itself.
    TINY(400),
    /// A first look, in a minute or two.
    QUICK(10_000),
    /// As in the papers.
    FULL(100_000);

    private final int pages;

    Scale(int pages) {
      this.pages = pages;
    }

    /// N, the pages of a synthetic web.
    public int pages() {
      return pages;
    }
  }

  public int pages() {
    return scale.pages();
  }

  /// One of two by scale.
  <T> T pick(T small, T full) {
    return scale == Scale.FULL ? full : small;
  }

  /// The same workbench with one of its seeds: it has all results of that seed.
  public Workbench withSeed(long seed) {
    return new Workbench(scale, List.of(seed), data, threads, progress, done);
  }

  /// Runs the tasks, several at a time, and returns their results in the order of the tasks. A task
  /// whose name was run for the same purpose before has its result from then.
  public <T> List<T> all(String what, List<Run<T>> tasks) {
    ExecutorService workers = Executors.newFixedThreadPool(Math.max(1, threads));
    try {
      List<Future<T>> running = new ArrayList<>();
      for (Run<T> task : tasks) {
        running.add(workers.submit(() -> result(what, task)));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : running) {
        progress.at(what, results.size(), tasks.size());
        results.add(future.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while running " + what, e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } finally {
      workers.shutdownNow();
    }
  }

  @SuppressWarnings("unchecked") // What is kept under a name is what the run of that name gave.
  private <T> T result(String what, Run<T> task) throws Exception {
    String key = what + ": " + task.name();
    Object before = done.get(key);
    if (before != null) {
      return (T) before;
    }
    T result = task.work().call();
    done.put(key, Objects.requireNonNull(result));
    return result;
  }

  /// Runs every contender with every seed; by its name, the mean of a contender's runs.
  <T> Map<String, T> means(
      String what,
      List<Contender> contenders,
      BiFunction<Contender, Long, T> run,
      Function<List<T>, T> mean) {
    List<Run<T>> tasks = new ArrayList<>();
    for (Contender contender : contenders) {
      for (long seed : seeds) {
        tasks.add(new Run<>(contender.name() + ", seed " + seed, () -> run.apply(contender, seed)));
      }
    }
    List<T> runs = all(what, tasks);
    Map<String, T> means = new LinkedHashMap<>();
    for (Contender contender : contenders) {
      int from = means.size() * seeds.size();
      means.put(contender.name(), mean.apply(runs.subList(from, from + seeds.size())));
    }
    return means;
  }

  /// "seeds 1, 2, 3".
  public String seedText() {
    String list = String.join(", ", seeds.stream().map(String::valueOf).toList());
    return (seeds.size() == 1 ? "seed " : "seeds ") + list;
  }
}
