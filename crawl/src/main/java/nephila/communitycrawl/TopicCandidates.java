package nephila.communitycrawl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.topic.LinkModel;
import nephila.topic.WordBag.Words;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// The pages that were pointed to and not read, with what their links promise. Of a page that many
/// point to, the link on the most relevant page speaks. About 700 bytes a page. Not thread-safe.
final class TopicCandidates {
  /// Folders and hosts are drawn towards what is above them as if so many pages had its share.
  private static final double DRAWN = 2;

  /// So many neighbours speak half as loud as many.
  private static final double FEW_NEIGHBOURS = 4;

  /// Log-odds of a folder of which a quarter or three quarters are relevant: nearer to even it says
  /// nothing.
  private static final double MIXED = 1.1;

  /// A page that may be read.
  static final class Candidate {
    final CanonicalUrl url;
    final String folder;
    private Words words;
    private String text;
    private String from;
    private double best;
    private double sum;
    private int parents;

    private Candidate(CanonicalUrl url) {
      this.url = url;
      this.folder = folder(url);
      this.words = Words.NONE;
      this.text = "";
      this.from = "";
    }

    Words words() {
      return words;
    }

    /// How it was found: the words of the best link, and the page that holds it.
    String found() {
      return from.isEmpty() ? "" : "by a link '" + text + "' on " + from;
    }
  }

  private static final class Share {
    private double relevant;
    private int pages;
  }

  private final Map<String, Candidate> candidates = new LinkedHashMap<>();
  private final Map<String, Share> folders = new HashMap<>();
  private final Map<String, Share> hosts = new HashMap<>();
  private final Share all = new Share();

  static String folder(CanonicalUrl url) {
    String path = url.path();
    return url.origin() + path.substring(0, path.lastIndexOf('/') + 1);
  }

  /// A page of that relevance points there.
  void linked(CanonicalUrl to, Words words, String text, CanonicalUrl from, double relevance) {
    Candidate candidate = candidates.computeIfAbsent(to.text(), any -> new Candidate(to));
    candidate.sum += relevance;
    candidate.parents++;
    if (candidate.from.isEmpty() || relevance > candidate.best) {
      candidate.best = relevance;
      candidate.words = words;
      candidate.text = text.length() <= 60 ? text : text.substring(0, 60);
      candidate.from = from.text();
    }
  }

  /// Takes a page out that was read, or cannot be; null for one that nobody pointed to.
  @Nullable Candidate take(String url) {
    return candidates.remove(url);
  }

  boolean isEmpty() {
    return candidates.isEmpty();
  }

  int size() {
    return candidates.size();
  }

  Collection<Candidate> all() {
    return candidates.values();
  }

  List<Candidate> copy() {
    return new ArrayList<>(candidates.values());
  }

  /// What is known around a candidate, without its words.
  LinkModel.Surroundings around(Candidate candidate, double words) {
    double whole = (all.relevant + 0.1) / (all.pages + 1);
    double host = drawn(hosts.get(candidate.url.host()), whole);
    double folder = drawn(folders.get(candidate.folder), host);
    double parents = candidate.parents == 0 ? 0.5 : candidate.sum / candidate.parents;
    return new LinkModel.Surroundings(parents, candidate.best, folder, host, words);
  }

  private static double drawn(@Nullable Share share, double above) {
    return share == null ? above : (share.relevant + DRAWN * above) / (share.pages + DRAWN);
  }

  /// What the other pages of its folder say of a page, in log-odds: much where there are many of
  /// them and they agree, nothing where there is none or they are mixed. `own` is the relevance of
  /// the page itself where it is counted among them, else NaN.
  double neighbours(CanonicalUrl url, double own) {
    Share share = folders.get(folder(url));
    if (share == null) {
      return 0;
    }
    int others = share.pages - (Double.isNaN(own) ? 0 : 1);
    double relevant = share.relevant - (Double.isNaN(own) ? 0 : own);
    double rate = Math.clamp((relevant + 0.5) / (others + 1), 0.02, 0.98);
    double odds = Math.log(rate / (1 - rate));
    double beyond = Math.signum(odds) * Math.max(0, Math.abs(odds) - MIXED);
    return beyond * others / (others + FEW_NEIGHBOURS);
  }

  /// Whether a page of the host was read.
  boolean hasAnswered(String host) {
    return hosts.containsKey(host);
  }

  /// A page of that relevance was read.
  void read(CanonicalUrl url, double relevance) {
    add(all, relevance);
    add(hosts.computeIfAbsent(url.host(), any -> new Share()), relevance);
    add(folders.computeIfAbsent(folder(url), any -> new Share()), relevance);
  }

  private static void add(Share share, double relevance) {
    share.relevant += relevance;
    share.pages++;
  }
}
