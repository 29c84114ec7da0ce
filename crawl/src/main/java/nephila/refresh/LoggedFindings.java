package nephila.refresh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import nephila.UserError;
import nephila.url.CanonicalUrl;

/// Reads what a refresh has found out so far from its folder, whether or not it is running.
public final class LoggedFindings {
  private LoggedFindings() {}

  /// Whether a folder holds the answers of a refresh.
  public static boolean isIn(Path dir) {
    return Files.isRegularFile(dir.resolve(AnswerLog.NAME));
  }

  /// @throws UserError when the answers are of other pages
  public static RefreshFindings read(OldWeb old, Path dir) throws IOException {
    RefreshFindings findings = new RefreshFindings(old.pages());
    UrlNumbers numbers = new UrlNumbers();
    Map<String, List<Integer>> byOrigin = new HashMap<>();
    for (int page = 0; page < old.pages(); page++) {
      String url = old.urls().get(page);
      numbers.add(url);
      String origin = CanonicalUrl.ofCanonical(url).origin();
      byOrigin.computeIfAbsent(origin, key -> new ArrayList<>()).add(page);
    }
    AnswerLog.look(
        dir,
        old,
        columns -> {
          try {
            enter(findings, numbers, byOrigin, columns);
            return true;
          } catch (IllegalArgumentException | IndexOutOfBoundsException foreign) {
            return false;
          }
        });
    return findings;
  }

  private static void enter(
      RefreshFindings findings,
      UrlNumbers numbers,
      Map<String, List<Integer>> byOrigin,
      String[] columns) {
    findings.requests(Long.parseLong(columns[1]));
    if (columns[0].equals("page")) {
      int page = Objects.checkIndex(numbers.find(columns[2]), findings.pages());
      findings.enter(AnswerLog.answer(page, columns));
    } else if (columns[0].equals("host")) {
      LivenessVerdict verdict = LivenessVerdict.parse(columns[3], 0);
      for (int page : byOrigin.getOrDefault(columns[2], List.of())) {
        if (findings.answer(page) == null) {
          findings.enter(RefreshAnswers.ofHost(page, verdict));
        }
      }
    }
  }
}
