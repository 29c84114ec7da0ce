package nephila.cli.crawl;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import nephila.cli.Console;
import nephila.cli.Numbers;
import nephila.search.SearchIndex;
import nephila.web.ArchivedPages;
import nephila.web.CrawlCopies;
import nephila.web.CrawlView;
import nephila.web.SearchPages;
import nephila.web.WebServer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// Where the dashboard of a crawl is shown, as typed.
public final class DashboardOptions {
  @Option(
      names = "--port",
      converter = Numbers.Port.class,
      paramLabel = "P",
      defaultValue = "0",
      description = "Port of the dashboard (usually a free one).")
  int port;

  @Option(
      names = "--listen",
      converter = Address.class,
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address of the dashboard (usually 127.0.0.1). Beyond this machine every request needs"
              + " the token that is printed.")
  InetAddress listen = InetAddress.getLoopbackAddress();

  @Option(names = "--no-dashboard", description = "No dashboard.")
  boolean none;

  /// Opens the dashboard and says where, unless it is not wanted.
  public Dashboard open(CrawlView view, Path dir, @Nullable SearchIndex index, Console console)
      throws IOException {
    return none ? new Dashboard(null) : open(view, index, new CrawlCopies(dir, index), console);
  }

  /// Opens the dashboard of a crawl whose archive is elsewhere, and says where.
  public Dashboard open(CrawlView view, Console console) throws IOException {
    return open(view, null, ArchivedPages.NONE, console);
  }

  private Dashboard open(
      CrawlView view, @Nullable SearchIndex index, ArchivedPages copies, Console console)
      throws IOException {
    SearchPages search = new SearchPages(index, copies);
    WebServer server = WebServer.start(listen, port, view, search);
    console.err("Dashboard: %s", server.address());
    return new Dashboard(server);
  }

  /// An address as typed, refused before any work is done.
  public static final class Address implements ITypeConverter<InetAddress> {
    @Override
    public InetAddress convert(String typed) {
      try {
        return InetAddress.getByName(typed);
      } catch (UnknownHostException e) {
        throw new TypeConversionException("'" + typed + "': no such address on this machine");
      }
    }
  }
}
