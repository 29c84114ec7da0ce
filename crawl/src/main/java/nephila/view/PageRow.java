package nephila.view;

import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// A page in a list. Its components are the fields of the API's JSON, by name.
///
/// @param rank its place in the list, from 1
/// @param status HTTP's, negative where there was no answer, 0 before the first read
/// @param answer state and status in words
/// @param importance its share of the worth of all living pages
/// @param cash worth it has not passed on, in credits; all of it before the first read
/// @param lastRead null before the first read
/// @param move places won since the last look, negative when lost
public record PageRow(
    long rank,
    String url,
    PageState state,
    int status,
    String answer,
    double importance,
    double cash,
    int reads,
    @Nullable String lastRead,
    int move) {
  /// The most important pages first.
  public static final Comparator<PageRow> BY_IMPORTANCE =
      Comparator.comparingDouble(PageRow::importance).reversed().thenComparing(PageRow::url);

  /// Pages that may be read first, and of these the most important.
  public static final Comparator<PageRow> BEST_FIRST =
      Comparator.comparing((PageRow row) -> !row.state.isReadable()).thenComparing(BY_IMPORTANCE);

  /// @param readSeconds when it was last read, in seconds since 1970; 0 before the first read
  public static PageRow of(
      String url,
      PageState state,
      int status,
      double importance,
      double cash,
      int reads,
      long readSeconds) {
    return new PageRow(
        0,
        url,
        state,
        status,
        state.words(status),
        importance,
        cash,
        reads,
        readSeconds == 0 ? null : Instant.ofEpochSecond(readSeconds).toString(),
        0);
  }

  /// The same page at a place in a list.
  ///
  /// @param before its place at the last look
  public PageRow at(long place, long before) {
    return new PageRow(
        place,
        url,
        state,
        status,
        answer,
        importance,
        cash,
        reads,
        lastRead,
        (int) (before - place));
  }
}
