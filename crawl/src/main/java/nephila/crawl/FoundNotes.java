package nephila.crawl;

import java.util.ArrayList;
import java.util.List;
import nephila.archive.warc.Notes;
import nephila.links.Requisite;
import nephila.process.PageFindings;
import nephila.url.CanonicalUrl;

/// What was found in content that the archive has elsewhere: noted beside the revisit record, so
/// that a replay need not look for the content.
final class FoundNotes {
  private FoundNotes() {}

  static List<String> links(PageFindings findings) {
    return findings.urls().stream().map(CanonicalUrl::text).toList();
  }

  static String requisites(PageFindings findings) {
    StringBuilder line = new StringBuilder("-");
    for (Requisite each : findings.requisites()) {
      line.append(' ').append(each.kind().name()).append(' ').append(each.url().text());
    }
    return line.toString();
  }

  /// The findings as they were noted.
  static PageFindings of(Notes notes) {
    List<CanonicalUrl> urls = notes.outlinks().stream().map(CanonicalUrl::ofCanonical).toList();
    String[] words = notes.more().getOrDefault(Notes.FOUND, "-").split(" ");
    List<Requisite> requisites = new ArrayList<>();
    for (int i = 1; i + 1 < words.length; i += 2) {
      requisites.add(
          new Requisite(CanonicalUrl.ofCanonical(words[i + 1]), Requisite.Kind.valueOf(words[i])));
    }
    return PageFindings.of(urls, List.of()).with(requisites);
  }
}
