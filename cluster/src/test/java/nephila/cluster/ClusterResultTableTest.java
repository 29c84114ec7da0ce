package nephila.cluster;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import nephila.testweb.contract.ResultShell;
import nephila.testweb.contract.ResultTable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// The crawl on a cluster by the table that all shells are held to.
class ClusterResultTableTest {
  private static final int PARTITIONS = 2;

  /// Rows that the cluster fails, and why.
  private static final Map<String, String> DRIFT =
      Map.ofEntries(
          Map.entry(
              "when no host is reached any more, that is held neither against pages nor against"
                  + " hosts",
              "fetchers know no Outage"),
          Map.entry(
              "a host whose pages cost much has its turn less often", "fetchers know no Allowance"),
          Map.entry(
              "sitemaps of foreign hosts and at private addresses are not known",
              "every sitemap that a robots.txt names is entered"),
          Map.entry(
              "at most a hundred sitemaps of a host are known",
              "every sitemap that a robots.txt names is entered"),
          Map.entry(
              "a sitemap that the rules exclude is not read",
              "what robots.txt names is entered like a seed, past the rules"),
          Map.entry(
              "a sitemap of another host of the site is not read when the scope is the host",
              "what robots.txt names is entered like a seed, past the rules"),
          Map.entry(
              "a text that an index of sitemaps names lists pages, whatever the index's address is"
                  + " like",
              "a fetcher does not know the type of the page that led there"),
          Map.entry("410 is gone at once", "a page cannot be gone yet"));

  @TempDir Path dir;

  @TestFactory
  Stream<DynamicTest> theTableHolds() {
    return ResultTable.rows().stream()
        .filter(row -> row.isFor(ResultShell.Kind.CLUSTER))
        .map(
            row -> {
              Path own = dir.resolve(Integer.toString(row.toString().hashCode()));
              return DynamicTest.dynamicTest(
                  row.toString(),
                  () ->
                      ResultTable.run(
                          row,
                          DRIFT,
                          (plan, web, clock) ->
                              new ClusterShell(own, plan, PARTITIONS, web, clock)));
            });
  }
}
