package nephila.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/// The files of the page, from the jar. Only the names listed here can be asked for.
final class Assets {
  private static final String FOLDER = "/nephila/web";

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml",
          "json", "application/json",
          "txt", "text/plain; charset=utf-8");

  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("/", "/index.html"),
          Map.entry("/search", "/search.html"),
          Map.entry("/search/copy", "/copy.html"),
          Map.entry("/style.css", "/style.css"),
          Map.entry("/icon.svg", "/icon.svg"),
          Map.entry("/favicon.ico", "/icon.svg"),
          Map.entry("/js/api.js", "/js/api.js"),
          Map.entry("/js/app.js", "/js/app.js"),
          Map.entry("/js/charts.js", "/js/charts.js"),
          Map.entry("/js/copy.js", "/js/copy.js"),
          Map.entry("/js/log.js", "/js/log.js"),
          Map.entry("/js/overview.js", "/js/overview.js"),
          Map.entry("/js/pages.js", "/js/pages.js"),
          Map.entry("/js/rules.js", "/js/rules.js"),
          Map.entry("/js/search.js", "/js/search.js"),
          Map.entry("/js/show.js", "/js/show.js"),
          Map.entry("/js/sites.js", "/js/sites.js"),
          Map.entry("/vendor/uPlot.iife.min.js", "/vendor/uPlot.iife.min.js"),
          Map.entry("/vendor/uPlot.min.css", "/vendor/uPlot.min.css"),
          Map.entry("/vendor/uPlot-LICENSE.txt", "/vendor/uPlot-LICENSE.txt"),
          Map.entry("/api", "/openapi.json"));

  /// A file and its content type.
  record Asset(byte[] bytes, String type) {}

  private Assets() {}

  static Optional<Asset> find(String path) {
    String name = NAMES.get(path);
    return name == null ? Optional.empty() : Optional.of(load(name));
  }

  private static Asset load(String name) {
    try (InputStream in = Assets.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + FOLDER + name);
      }
      String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/plain");
      return new Asset(in.readAllBytes(), type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
