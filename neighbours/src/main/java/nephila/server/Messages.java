package nephila.server;

import crawlercommons.urlfrontier.Urlfrontier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.frontier.HostQueue;

/// The frontier's values as messages of the API, and back.
final class Messages {
  private Messages() {}

  static Urlfrontier.URLInfo info(UrlItem entry, String crawl) {
    Urlfrontier.URLInfo.Builder info =
        Urlfrontier.URLInfo.newBuilder().setUrl(entry.url()).setKey(entry.key()).setCrawlID(crawl);
    entry
        .metadata()
        .forEach(
            (name, values) ->
                info.putMetadata(
                    name, Urlfrontier.StringList.newBuilder().addAllValues(values).build()));
    return info.build();
  }

  static UrlItem entry(Urlfrontier.URLInfo info) {
    Map<String, List<String>> metadata = new LinkedHashMap<>();
    info.getMetadataMap()
        .forEach((name, values) -> metadata.put(name, List.copyOf(values.getValuesList())));
    return new UrlItem(info.getUrl(), info.getKey(), metadata);
  }

  static Urlfrontier.URLItem item(PutUrl put, String crawl) {
    Urlfrontier.URLInfo info = info(put.entry(), crawl);
    Urlfrontier.URLItem.Builder item = Urlfrontier.URLItem.newBuilder().setID(info.getUrl());
    if (put.known()) {
      item.setKnown(
          Urlfrontier.KnownURLItem.newBuilder()
              .setInfo(info)
              .setRefetchableFromDate(put.refetchableFrom()));
    } else {
      item.setDiscovered(Urlfrontier.DiscoveredURLItem.newBuilder().setInfo(info));
    }
    return item.build();
  }

  static Urlfrontier.Stats stats(List<HostQueue<ClientQueue>> queues, String crawl) {
    long size = 0;
    long inProcess = 0;
    long completed = 0;
    long active = 0;
    for (HostQueue<ClientQueue> queue : queues) {
      size += queue.host().active();
      inProcess += queue.inFlight();
      completed += queue.host().completed;
      active += queue.host().active() > 0 ? 1 : 0;
    }
    return Urlfrontier.Stats.newBuilder()
        .setSize(size)
        .setInProcess((int) inProcess)
        .setNumberOfQueues(queues.size())
        .putCounts("completed", completed)
        .putCounts("active_queues", active)
        .setCrawlID(crawl)
        .build();
  }
}
