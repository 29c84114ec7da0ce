package nephila.search;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.Explanation;

/// Why a page has its score: a value, what it stands for, and what it was made of.
public record Why(double value, String what, List<Why> from) {
  static Why of(Explanation explanation) {
    List<Why> from = new ArrayList<>();
    for (Explanation detail : explanation.getDetails()) {
      from.add(of(detail));
    }
    return new Why(
        explanation.getValue().doubleValue(), explanation.getDescription(), List.copyOf(from));
  }
}
