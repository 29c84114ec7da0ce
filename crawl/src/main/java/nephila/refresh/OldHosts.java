package nephila.refresh;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.frontier.Hosts;

/// The hosts of an old crawl, and those that redirects led to, by origin and by number. Every one
/// stays in memory. They do not take turns by their reads: the learned order has said which page
/// comes first.
final class OldHosts implements Hosts<OldHost> {
  private final Map<String, OldHost> byOrigin = new HashMap<>();
  private final List<OldHost> byNumber = new ArrayList<>();

  OldHost of(String origin) {
    OldHost host = byOrigin.get(origin);
    if (host == null) {
      host = new OldHost(origin, byNumber.size());
      byOrigin.put(origin, host);
      byNumber.add(host);
    }
    return host;
  }

  @Override
  public OldHost open(int number) {
    return byNumber.get(number);
  }
}
