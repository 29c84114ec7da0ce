package nephila.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import nephila.UserError;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/// Damage to the files of a search index. The index follows the archive: it can be made anew.
public final class IndexDamage {
  private IndexDamage() {}

  /// What is wrong with the index in `folder`, in words: every byte of it is read and proven by
  /// checksums. Empty where it is whole, or there is none.
  public static Optional<String> of(Path folder) {
    LuceneLogSilencer.lucene();
    for (String part : new String[] {"pages", "anchors"}) {
      Path its = folder.resolve(part);
      if (Files.isDirectory(its)) {
        try {
          proof(its);
        } catch (IOException | IllegalArgumentException e) {
          return Optional.of(words(its, e));
        }
      }
    }
    return Optional.empty();
  }

  private static void proof(Path folder) throws IOException {
    try (Directory directory = FSDirectory.open(folder)) {
      if (!DirectoryReader.indexExists(directory)) {
        return;
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        for (LeafReaderContext leaf : reader.leaves()) {
          ((CodecReader) leaf.reader()).checkIntegrity();
        }
      }
    }
  }

  private static String words(Path folder, Exception e) {
    String message = String.valueOf(e.getMessage());
    int more = message.indexOf(" (resource=");
    return folder + ": damaged: " + (more < 0 ? message : message.substring(0, more));
  }

  /// What stopped a search where the files are damaged, as an error of the user's; else what it
  /// was.
  static RuntimeException behind(Path folder, RuntimeException e) {
    return of(folder).<RuntimeException>map(words -> error(words, folder, e)).orElse(e);
  }

  /// Damage that was met while the index was opened, as an error of the user's, with what to do.
  static UserError error(Path folder, Exception e) {
    return error(words(folder, e), folder, e);
  }

  private static UserError error(String words, Path folder, Exception e) {
    return new UserError(
        words + "; remove " + folder + " and make the index anew from the archive: nephila index",
        e);
  }
}
