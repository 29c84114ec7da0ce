package nephila.testweb;

import java.util.Random;

/// Makes up titles and sentences on a topic.
final class TopicText {
  static final String[] TOPICS = {"silk", "climate", "stars", "rivers", "bread", "maps"};

  private static final String[][] NOUNS = {
    {
      "spider",
      "web",
      "thread",
      "orb weaver",
      "gland",
      "dragline",
      "cocoon",
      "spiral",
      "spinneret",
      "net"
    },
    {
      "glacier",
      "carbon",
      "monsoon",
      "drought",
      "sea level",
      "heat wave",
      "forest",
      "ice core",
      "ocean",
      "wind"
    },
    {
      "galaxy",
      "comet",
      "telescope",
      "nebula",
      "orbit",
      "pulsar",
      "spectrum",
      "planet",
      "eclipse",
      "moon"
    },
    {
      "delta",
      "estuary",
      "flood plain",
      "canal",
      "spring",
      "rapids",
      "sediment",
      "bridge",
      "mill",
      "valley"
    },
    {"sourdough", "rye", "oven", "yeast", "crust", "flour", "starter", "baker", "crumb", "grain"},
    {
      "atlas",
      "meridian",
      "compass",
      "projection",
      "border",
      "survey",
      "legend",
      "contour",
      "scale",
      "chart"
    }
  };
  private static final String[] VERBS = {
    "shapes",
    "carries",
    "resists",
    "follows",
    "reveals",
    "outlives",
    "joins",
    "measures",
    "feeds",
    "hides"
  };
  private static final String[] QUALITIES = {
    "ancient",
    "delicate",
    "golden",
    "hidden",
    "northern",
    "patient",
    "quiet",
    "restless",
    "strong",
    "slow"
  };
  private static final String[] ENDS = {
    "in early spring", "after the rain", "over many years", "at dawn", "for reasons still debated",
    "as travellers report", "under the microscope", "far from the coast", "every autumn",
        "by candlelight"
  };

  private final Random random;

  TopicText(long seed) {
    random = new Random(seed);
  }

  String title(int topic) {
    return capital(pick(QUALITIES) + " " + pick(NOUNS[topic])) + " and the " + pick(NOUNS[topic]);
  }

  String sentence(int topic) {
    return "The "
        + pick(QUALITIES)
        + " "
        + pick(NOUNS[topic])
        + " "
        + pick(VERBS)
        + " the "
        + pick(NOUNS[topic])
        + " "
        + pick(ENDS)
        + ". ";
  }

  String paragraph(int topic) {
    StringBuilder text = new StringBuilder("<p>");
    int sentences = 6 + random.nextInt(6);
    for (int i = 0; i < sentences; i++) {
      text.append(sentence(topic));
    }
    return text.append("</p>\n").toString();
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  private String pick(String[] choices) {
    return choices[random.nextInt(choices.length)];
  }

  static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
