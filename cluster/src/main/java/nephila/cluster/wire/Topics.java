package nephila.cluster.wire;

import java.util.List;
import nephila.UserError;
import nephila.cluster.owner.CrawlTopology;

/// The names of a crawl's topics.
public record Topics(String crawl) {
  public Topics {
    if (!crawl.matches("[A-Za-z0-9_-]{1,100}")) {
      throw new UserError(
          "crawl '" + crawl + "': letters, digits, '-' and '_' only, as Kafka's topics need it");
    }
  }

  public String reads() {
    return crawl + ".reads";
  }

  public String transfers() {
    return crawl + ".transfers";
  }

  public String orders() {
    return crawl + ".orders";
  }

  public String totals() {
    return crawl + ".totals";
  }

  public String aside() {
    return crawl + ".aside";
  }

  public String answers() {
    return crawl + ".answers";
  }

  public String control() {
    return crawl + ".control";
  }

  /// The topics that have as many partitions as the crawl.
  public List<String> partitioned() {
    return List.of(reads(), transfers(), orders(), totals(), aside(), answers());
  }

  /// The topics that owners write to, in transactions.
  public List<String> written() {
    return List.of(
        transfers(),
        orders(),
        totals(),
        aside(),
        answers(),
        changelog(CrawlTopology.PAGES),
        changelog(CrawlTopology.URLS),
        changelog(CrawlTopology.ROWS),
        changelog(CrawlTopology.HOSTS));
  }

  /// The topic from which a store is restored.
  public String changelog(String store) {
    return crawl + "-" + store + "-changelog";
  }

  public String fetchers() {
    return crawl + "-fetchers";
  }
}
