package nephila.testweb;

import java.util.Set;

/// One host of the little web: what it answers, and which of its pages a polite reader should find.
interface Place {
  ServedResponse answer(Ask ask);

  /// The paths of the pages that exist and may be read.
  Set<String> readable();
}
