package nephila.liverank.learned;

/// A part of the learned ordering that can be left out, to see what it is worth.
public enum LearnedPart {
  CHAIN("site and folders"),
  SITE_NAMES("names and folder names in the site"),
  CLUSTER("clusters of closely linked pages"),
  ALIKE("pages made alike"),
  CO_NEIGHBOURS("pages with the same parents or children"),
  SPREAD("what spreads along links"),
  RECENT("the last answers of site, folder and cluster"),
  PLACE("numbers of links, PageRank, depth"),
  LUCK("luck in the order"),
  PROBES("probes to large sites"),
  FOLLOWERS("questions along links");

  private final String description;

  LearnedPart(String description) {
    this.description = description;
  }

  public String description() {
    return description;
  }

  /// The features that are 0 without this part, as a range: first, behind the last.
  int[] features() {
    return switch (this) {
      case CHAIN -> new int[] {Features.SITE, Features.FAMILY};
      case SITE_NAMES -> families(Groups.Family.SITE_SHAPE, Groups.Family.SITE_STEM);
      case CLUSTER -> families(Groups.Family.CLUSTER, Groups.Family.CLUSTER);
      case ALIKE -> families(Groups.Family.SAME_OUT, Groups.Family.NEAREST_PARENT);
      case CO_NEIGHBOURS -> new int[] {Features.SIBLINGS, Features.SPREAD};
      case SPREAD -> new int[] {Features.SPREAD, Features.RECENT_SITE};
      case RECENT -> new int[] {Features.RECENT_SITE, Features.SHAPE};
      case PLACE -> new int[] {Features.SHAPE, Features.COUNT};
      case LUCK, PROBES, FOLLOWERS -> new int[] {0, 0};
    };
  }

  private static int[] families(Groups.Family first, Groups.Family last) {
    return new int[] {Features.FAMILY + first.ordinal(), Features.FAMILY + last.ordinal() + 1};
  }
}
