package nephila.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import nephila.UserError;

/// The certificate and the private key of a server, from PEM files.
final class ServerKeys {
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";
  private static final char[] NO_PASSWORD = {};

  private ServerKeys() {}

  /// What an HTTPS server speaks with.
  ///
  /// @throws UserError when the files do not fit
  static SSLContext context(Path certificates, Path key) {
    try {
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(certificates)))
              .toArray(Certificate[]::new);
      if (chain.length == 0) {
        throw new UserError(certificates + ": holds no certificate (PEM is wanted)");
      }
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, NO_PASSWORD);
      store.setKeyEntry("server", privateKey(key), NO_PASSWORD, chain);
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(store, NO_PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new UserError(
          certificates + ", " + key + ": no certificate and its key: " + e.getMessage(), e);
    }
  }

  private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
    String text = Files.readString(file, US_ASCII);
    int from = text.indexOf(BEGIN);
    int to = text.indexOf(END);
    if (from < 0 || to < from) {
      throw new UserError(
          file
              + ": no private key in PKCS #8 (a line "
              + BEGIN
              + "); openssl pkcs8 -topk8 makes it");
    }
    byte[] der = Base64.getMimeDecoder().decode(text.substring(from + BEGIN.length(), to));
    for (String algorithm : new String[] {"RSA", "EC", "Ed25519"}) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
      } catch (InvalidKeySpecException e) {
        // another kind
      }
    }
    throw new UserError(file + ": a private key of a kind that is not known; RSA or EC is wanted");
  }
}
