package nephila.lab.experiment;

import nephila.graph.CsrGraph;
import nephila.graph.generate.GraphGenerator;

/// The synthetic webs of the lab, ten links a page on average.
enum Model {
  POWER("power-law"),
  POISSON("Poisson"),
  WEB("web-like");

  private static final double MEAN_DEGREE = 10;

  private final String shown;

  Model(String shown) {
    this.shown = shown;
  }

  CsrGraph graph(int pages, long seed) {
    return switch (this) {
      case POWER -> GraphGenerator.power(pages, MEAN_DEGREE, seed).graph();
      case POISSON -> GraphGenerator.poisson(pages, MEAN_DEGREE, seed).graph();
      case WEB -> GraphGenerator.web(pages, MEAN_DEGREE, seed).graph();
    };
  }

  @Override
  public String toString() {
    return shown;
  }
}
