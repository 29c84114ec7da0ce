package nephila.cli.view;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import nephila.UserError;
import nephila.archive.WorkerDir;
import nephila.cli.SuggestedCommand;
import nephila.cli.Verb;
import nephila.cli.crawl.CrawlReport;
import nephila.indexing.Indexer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila index`: makes a crawl searchable, ours or somebody else's.
@Command(
    name = "index",
    description =
        "Makes the full-text index of a crawl from its archive, or adds what is new there. WARC,"
            + " ARC and WACZ files of other crawlers are taken too.",
    footer = {
      "  nephila index my-crawl                    then: nephila search my-crawl WORDS",
      "  nephila index a.warc.gz b.warc.gz --dir found   from anybody's archives into a new dir",
    })
public final class IndexVerb extends Verb {
  @Parameters(
      arity = "1..*",
      paramLabel = "SOURCE",
      description = "A crawl dir, or archives: files, or folders of them.")
  List<Path> sources = List.of();

  @Option(
      names = {"-d", "--dir"},
      paramLabel = "DIR",
      description = "Where to keep the index of archives that are no crawl dir.")
  @Nullable Path dir;

  /// Whether it is a crawl dir, or the dir of a cluster's worker.
  private static boolean hasArchiveOfItsOwn(Path dir) {
    return Files.exists(dir.resolve("plan.yaml")) || WorkerDir.is(dir);
  }

  @Override
  public Integer call() throws IOException {
    boolean own = sources.size() == 1 && hasArchiveOfItsOwn(sources.getFirst());
    Path place = dir != null ? dir : own ? sources.getFirst() : null;
    if (place == null) {
      throw new UserError(
          sources.getFirst() + " is no crawl dir; say with --dir where to keep the index");
    }
    for (Path source : sources) {
      if (!Files.exists(source)) {
        throw new UserError(source + ": no such file or folder");
      }
    }
    long began = System.nanoTime();
    try (Indexer indexer = Indexer.open(place, console().progress())) {
      if (own) {
        indexer.follow();
      } else {
        for (Path source : sources) {
          indexer.add(source);
        }
      }
      indexer.finish();
      console()
          .out(
              "%,d pages taken in, %,d in the index, in %s. Try: nephila search %s WORDS",
              indexer.pages(),
              indexer.index().pages(),
              CrawlReport.seconds((System.nanoTime() - began) / 1_000_000),
              SuggestedCommand.word(place));
    }
    return DONE;
  }
}
