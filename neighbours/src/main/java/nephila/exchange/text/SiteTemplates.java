package nephila.exchange.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import nephila.text.SiteTemplate;

/// The templates of hosts, learned when first asked for; the last few thousand are kept.
final class SiteTemplates {
  private static final int KEPT = 4000;

  private final Function<String, SiteTemplate> learn;
  private final Map<String, SiteTemplate> known =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SiteTemplate> eldest) {
          return size() > KEPT;
        }
      };

  SiteTemplates(Function<String, SiteTemplate> learn) {
    this.learn = learn;
  }

  SiteTemplate of(String origin) {
    SiteTemplate template = known.get(origin);
    if (template == null) {
      template = learn.apply(origin);
      known.put(origin, template);
    }
    return template;
  }
}
