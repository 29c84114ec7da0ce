package nephila.rank;

import nephila.Progress;
import org.jspecify.annotations.Nullable;

/// What to solve and how well. Start from [#DEFAULTS] and change what differs:
/// `RankOptions.DEFAULTS.withThreshold(1e-12).withThreads(2)`.
///
/// @param virtualPage what a page passes to the virtual page
/// @param damping share of its importance that a page passes along its links (α), where the virtual
///   page is damped
/// @param threshold the proven L1 error bound to reach
/// @param threads how many threads sweep; with one the result repeats bit for bit
/// @param passing what each page passes along its links of what it usually would, 0 to 1; `null`
///   for all of it
/// @param preference how the virtual page pays the pages, any non-negative numbers; `null` pays all
///   equally
/// @param warmStart an earlier vector to start from, any scale; `null` starts from nothing
/// @param maxIterations gives up after so many passes over the links
public record RankOptions(
    VirtualPage virtualPage,
    double damping,
    double threshold,
    int threads,
    double @Nullable [] passing,
    double @Nullable [] preference,
    double @Nullable [] warmStart,
    int maxIterations,
    Progress progress) {

  /// Damping 0.85, uniform, error below 1e-9, one thread.
  public static final RankOptions DEFAULTS =
      new RankOptions(VirtualPage.DAMPED, 0.85, 1e-9, 1, null, null, null, 10_000, Progress.SILENT);

  /// What a page passes to the virtual page. A page without links passes it everything.
  public enum VirtualPage {
    /// The share 1 − α of its importance, as in PageRank.
    DAMPED,
    /// One small edge beside its `out` links: the share 1/(out + 1). With weights, the small edge
    /// weighs as much as the mean link of the page.
    SMALL_EDGE
  }

  public RankOptions {
    if (!(damping >= 0 && damping < 1)) {
      throw new IllegalArgumentException("damping " + damping + ": must be at least 0 and below 1");
    }
    if (!(threshold > 0)) {
      throw new IllegalArgumentException("threshold " + threshold + ": must be above 0");
    }
    if (threads < 1) {
      throw new IllegalArgumentException("threads " + threads + ": must be at least 1");
    }
  }

  public RankOptions withVirtualPage(VirtualPage kind) {
    return new RankOptions(
        kind, damping, threshold, threads, passing, preference, warmStart, maxIterations, progress);
  }

  public RankOptions withDamping(double share) {
    return new RankOptions(
        virtualPage,
        share,
        threshold,
        threads,
        passing,
        preference,
        warmStart,
        maxIterations,
        progress);
  }

  public RankOptions withThreshold(double bound) {
    return new RankOptions(
        virtualPage,
        damping,
        bound,
        threads,
        passing,
        preference,
        warmStart,
        maxIterations,
        progress);
  }

  public RankOptions withThreads(int count) {
    return new RankOptions(
        virtualPage,
        damping,
        threshold,
        count,
        passing,
        preference,
        warmStart,
        maxIterations,
        progress);
  }

  public RankOptions withPassing(double @Nullable [] shares) {
    return new RankOptions(
        virtualPage,
        damping,
        threshold,
        threads,
        shares,
        preference,
        warmStart,
        maxIterations,
        progress);
  }

  public RankOptions withPreference(double @Nullable [] vector) {
    return new RankOptions(
        virtualPage,
        damping,
        threshold,
        threads,
        passing,
        vector,
        warmStart,
        maxIterations,
        progress);
  }

  public RankOptions withWarmStart(double @Nullable [] vector) {
    return new RankOptions(
        virtualPage,
        damping,
        threshold,
        threads,
        passing,
        preference,
        vector,
        maxIterations,
        progress);
  }

  public RankOptions withMaxIterations(int limit) {
    return new RankOptions(
        virtualPage, damping, threshold, threads, passing, preference, warmStart, limit, progress);
  }

  public RankOptions withProgress(Progress to) {
    return new RankOptions(
        virtualPage,
        damping,
        threshold,
        threads,
        passing,
        preference,
        warmStart,
        maxIterations,
        to);
  }
}
