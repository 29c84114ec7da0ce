package nephila.search;

import java.util.logging.Level;
import java.util.logging.Logger;

/// Lucene advises on the command line how the JVM should be started; its advice is not for users of
/// Nephila: the module it asks for prints a warning of its own at every start
/// (docs/decisions/community-and-search.md 082).
final class LuceneLogSilencer {
  /// Held, because loggers that nobody holds forget their level.
  private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

  private LuceneLogSilencer() {}

  static void lucene() {
    LUCENE.setLevel(Level.SEVERE);
  }
}
