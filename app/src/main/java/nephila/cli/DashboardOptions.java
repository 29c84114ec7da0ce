package nephila.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import nephila.UserError;
import nephila.search.SearchIndex;
import nephila.web.ArchivedPages;
import nephila.web.CrawlCopies;
import nephila.web.CrawlView;
import nephila.web.SearchPages;
import nephila.web.WebServer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Where the dashboard of a crawl is shown, as typed.
final class DashboardOptions {
  @Option(
      names = "--port",
      converter = Numbers.Port.class,
      paramLabel = "P",
      defaultValue = "0",
      description = "Port of the dashboard (usually a free one).")
  int port;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address of the dashboard (usually 127.0.0.1). Beyond this machine every request needs"
              + " the token that is printed.")
  String listen = "127.0.0.1";

  @Option(names = "--no-dashboard", description = "No dashboard.")
  boolean none;

  /// Opens the dashboard and says where, unless it is not wanted.
  Dashboard open(CrawlView view, Path dir, @Nullable SearchIndex index, Console console)
      throws IOException {
    return none ? new Dashboard(null) : open(view, index, new CrawlCopies(dir, index), console);
  }

  /// Opens the dashboard of a crawl whose archive is elsewhere, and says where.
  Dashboard open(CrawlView view, Console console) throws IOException {
    return open(view, null, ArchivedPages.NONE, console);
  }

  private Dashboard open(
      CrawlView view, @Nullable SearchIndex index, ArchivedPages copies, Console console)
      throws IOException {
    SearchPages search = new SearchPages(index, copies);
    WebServer server = WebServer.start(address(), port, view, search);
    console.err("Dashboard: %s", server.address());
    return new Dashboard(server);
  }

  private InetAddress address() {
    try {
      return InetAddress.getByName(listen);
    } catch (UnknownHostException e) {
      throw new UserError("--listen " + listen + ": no such address on this machine", e);
    }
  }
}
