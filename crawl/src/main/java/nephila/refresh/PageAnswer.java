package nephila.refresh;

/// What became of one page.
///
/// @param page its number in the [OldWeb]
/// @param status the first one its address gave: HTTP's, or a negative one of
///   [nephila.process.Statuses]
/// @param place where it is now, or where it was redirected to; empty when nowhere
/// @param how `GET`, `HEAD`, `host` when its whole host was judged at once, or `target` when
///   another page's redirect led to it
/// @param drawn whether it was asked as a random audit
/// @param change how its content compares with the old copy
public record PageAnswer(
    int page,
    LivenessVerdict verdict,
    int status,
    String place,
    String how,
    boolean drawn,
    PageChange change) {}
