package nephila.cluster;

import java.util.List;
import nephila.UserError;

/// The names of a crawl's topics.
record Topics(String crawl) {
  Topics {
    if (!crawl.matches("[A-Za-z0-9_-]{1,100}")) {
      throw new UserError(
          "crawl '" + crawl + "': letters, digits, '-' and '_' only, as Kafka's topics need it");
    }
  }

  String reads() {
    return crawl + ".reads";
  }

  String transfers() {
    return crawl + ".transfers";
  }

  String orders() {
    return crawl + ".orders";
  }

  String totals() {
    return crawl + ".totals";
  }

  String aside() {
    return crawl + ".aside";
  }

  String answers() {
    return crawl + ".answers";
  }

  String control() {
    return crawl + ".control";
  }

  /// The topics that have as many partitions as the crawl.
  List<String> partitioned() {
    return List.of(reads(), transfers(), orders(), totals(), aside(), answers());
  }

  /// The topics that owners write to, in transactions.
  List<String> written() {
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
  String changelog(String store) {
    return crawl + "-" + store + "-changelog";
  }

  String fetchers() {
    return crawl + "-fetchers";
  }
}
