package nephila.links;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import nephila.url.CanonicalUrl;
import nephila.url.UrlResolver;

/// The links of one page, each once. A reference is first looked up by its spelling, without its
/// fragment, because pages repeat theirs; only a new spelling is resolved, and then looked up by
/// what it means. Both look-ups are open addressing; at most `limit` links and four spellings a
/// link are kept.
final class LinkTable {
  static final int NONE = -1;

  private final PageBytes page;
  private final UrlResolver resolver;
  private final int limit;
  private final List<Link> links = new ArrayList<>();
  private int[] byUrl = new int[128];
  private int[] bySpelling = new int[256];

  private int spellings;
  private int[] spellingStart = new int[128];
  private int[] spellingEnd = new int[128];
  private int[] spellingHash = new int[128];
  private int[] spellingLink = new int[128];

  private boolean truncated;
  private int unusable;
  private byte[] scratch = new byte[256];

  LinkTable(PageBytes page, UrlResolver resolver, int limit) {
    this.page = page;
    this.resolver = resolver;
    this.limit = limit;
  }

  List<Link> links() {
    return links;
  }

  boolean truncated() {
    return truncated;
  }

  int unusable() {
    return unusable;
  }

  /// Notes one mention: the reference in `[from, to)` of the page. Returns the number of the link,
  /// or [#NONE].
  int mention(int from, int to, LinkKind kind, boolean nofollow) {
    byte[] bytes = page.bytes;
    int hash = 0;
    boolean references = false;
    boolean beyondAscii = false;
    int end = from;
    for (; end < to; end++) {
      byte c = bytes[end];
      if (c == '#' && !references) {
        break;
      }
      references |= c == '&';
      beyondAscii |= c <= 0;
      hash = hash * 31 + c;
    }
    int slot = spellingSlot(from, end, hash);
    int link;
    if (bySpelling[slot] != 0) {
      link = spellingLink[bySpelling[slot] - 1];
    } else {
      link = add(from, references || beyondAscii ? to : end, references, beyondAscii);
      rememberSpelling(slot, from, end, hash, link);
    }
    if (link == NONE) {
      unusable++;
    } else {
      links.get(link).seen(kind, nofollow);
    }
    return link;
  }

  private int add(int from, int to, boolean references, boolean beyondAscii) {
    if (links.size() >= limit) {
      truncated = true;
      return NONE;
    }
    if (!references && !beyondAscii) {
      return outcome(resolver.resolve(page.bytes, from, to));
    }
    int length = beyondAscii ? -1 : withoutAmp(from, to);
    if (length >= 0) {
      return outcome(resolver.resolve(scratch, 0, length));
    }
    return mention(page.attribute(from, to));
  }

  /// Notes a reference that is text already.
  int mention(String reference) {
    resolver.rebase(resolver.base(), page.charset());
    return outcome(resolver.resolve(reference));
  }

  void seen(int link, LinkKind kind, boolean nofollow) {
    links.get(link).seen(kind, nofollow);
  }

  /// Copies `[from, to)` to the scratch with every `&amp;` as `&`; -1 when there are other
  /// references.
  private int withoutAmp(int from, int to) {
    if (scratch.length < to - from) {
      scratch = new byte[2 * (to - from)];
    }
    byte[] bytes = page.bytes;
    int length = 0;
    for (int i = from; i < to; i++) {
      scratch[length++] = bytes[i];
      if (bytes[i] == '&') {
        if (Bytes.startsWith(bytes, i, to, "&amp;")) {
          i += 4;
        } else {
          return -1;
        }
      }
    }
    return length;
  }

  private int outcome(nephila.url.UrlOutcome outcome) {
    if (!(outcome instanceof CanonicalUrl url)) {
      return NONE;
    }
    int mask = byUrl.length - 1;
    int slot = spread(url.hashCode()) & mask;
    while (byUrl[slot] != 0) {
      int link = byUrl[slot] - 1;
      if (links.get(link).url().equals(url)) {
        return link;
      }
      slot = slot + 1 & mask;
    }
    if (links.size() >= limit) {
      truncated = true;
      return NONE;
    }
    links.add(new Link(url));
    byUrl[slot] = links.size();
    if (2 * links.size() > byUrl.length) {
      growByUrl();
    }
    return links.size() - 1;
  }

  private void growByUrl() {
    byUrl = new int[2 * byUrl.length];
    int mask = byUrl.length - 1;
    for (int link = 0; link < links.size(); link++) {
      int slot = spread(links.get(link).url().hashCode()) & mask;
      while (byUrl[slot] != 0) {
        slot = slot + 1 & mask;
      }
      byUrl[slot] = link + 1;
    }
  }

  private int spellingSlot(int from, int to, int hash) {
    int mask = bySpelling.length - 1;
    int slot = spread(hash) & mask;
    while (bySpelling[slot] != 0) {
      int known = bySpelling[slot] - 1;
      if (spellingHash[known] == hash
          && Arrays.equals(
              page.bytes, from, to, page.bytes, spellingStart[known], spellingEnd[known])) {
        return slot;
      }
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void rememberSpelling(int slot, int from, int to, int hash, int link) {
    if (spellings >= 4 * limit) {
      return;
    }
    if (spellings == spellingStart.length) {
      spellingStart = Arrays.copyOf(spellingStart, 2 * spellings);
      spellingEnd = Arrays.copyOf(spellingEnd, 2 * spellings);
      spellingHash = Arrays.copyOf(spellingHash, 2 * spellings);
      spellingLink = Arrays.copyOf(spellingLink, 2 * spellings);
    }
    spellingStart[spellings] = from;
    spellingEnd[spellings] = to;
    spellingHash[spellings] = hash;
    spellingLink[spellings] = link;
    bySpelling[slot] = ++spellings;
    if (2 * spellings > bySpelling.length) {
      growBySpelling();
    }
  }

  private void growBySpelling() {
    bySpelling = new int[2 * bySpelling.length];
    int mask = bySpelling.length - 1;
    for (int i = 0; i < spellings; i++) {
      int slot = spread(spellingHash[i]) & mask;
      while (bySpelling[slot] != 0) {
        slot = slot + 1 & mask;
      }
      bySpelling[slot] = i + 1;
    }
  }

  /// Hashes of short texts differ in few bits; this spreads them.
  private static int spread(int hash) {
    int mixed = hash * 0x9E3779B9;
    return mixed ^ mixed >>> 15;
  }
}
