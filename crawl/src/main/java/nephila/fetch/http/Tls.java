package nephila.fetch.http;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import nephila.fetch.Failure;
import org.jspecify.annotations.Nullable;

/// Secure connections: server name indication, certificate and host name checked. When bad
/// certificates are accepted, as archives do, what was wrong is remembered and told.
final class Tls {
  private static final int MAX_PROBLEMS = 10_000;

  private final SSLContext context;
  private final boolean acceptBad;

  /// What was wrong, by host and port: a resumed session does not show its certificate again.
  private final Map<String, String> problems =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > MAX_PROBLEMS;
        }
      };

  /// @param trusted authorities, or null for those of the JDK
  Tls(boolean acceptBad, @Nullable KeyStore trusted) {
    this.acceptBad = acceptBad;
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(trusted);
      X509ExtendedTrustManager strict = (X509ExtendedTrustManager) factory.getTrustManagers()[0];
      context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {acceptBad ? new Lenient(strict) : strict}, null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no TLS", e);
    }
  }

  /// Secures the connection; its deadline must be set.
  void secure(HttpConnection connection) throws IOException {
    String host = connection.key().host();
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    int port = connection.key().port();
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(connection.socket(), name, port, false);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    List<javax.net.ssl.SNIServerName> names = serverNames(name);
    if (!names.isEmpty()) {
      parameters.setServerNames(names);
    }
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    connection.secure(socket, acceptBad ? problem(name, port) : null);
  }

  private static List<javax.net.ssl.SNIServerName> serverNames(String host) {
    boolean literal = host.indexOf(':') >= 0 || Character.isDigit(host.charAt(host.length() - 1));
    if (literal) {
      return List.of();
    }
    try {
      return List.of(new SNIHostName(host));
    } catch (IllegalArgumentException e) {
      // A name DNS knows and TLS does not, such as one with an underscore: go without.
      return List.of();
    }
  }

  private @Nullable String problem(String host, int port) {
    synchronized (problems) {
      return problems.get(host + ":" + port);
    }
  }

  /// Lets every certificate pass and remembers why the strict one would not.
  private final class Lenient extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager strict;

    Lenient(X509ExtendedTrustManager strict) {
      this.strict = strict;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
      String of = "?";
      if (socket instanceof SSLSocket secure) {
        String host = secure.getHandshakeSession().getPeerHost();
        of = host + ":" + secure.getHandshakeSession().getPeerPort();
      }
      try {
        strict.checkServerTrusted(chain, type, socket);
        synchronized (problems) {
          problems.remove(of);
        }
      } catch (CertificateException e) {
        synchronized (problems) {
          problems.put(of, new Fault(Failure.TLS, String.valueOf(e.getMessage())).detail());
        }
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      strict.checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      strict.checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      strict.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      strict.checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      strict.checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return strict.getAcceptedIssuers();
    }
  }
}
