package nephila.exchange;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import nephila.UserError;

/// Signs a WACZ with a key of one's own (WACZ Signing and Verification 0.1.0, anonymous signature):
/// ECDSA on the curve P-384 with SHA-256 over the text of the digest of `datapackage.json`. Who has
/// the public key can tell that the file is as it was; whose key it is, is to be told otherwise.
public final class WaczSignature {
  private static final String CURVE = "secp384r1";
  private static final String PRIVATE = "PRIVATE KEY";
  private static final String PUBLIC = "PUBLIC KEY";

  private final PrivateKey key;
  private final String publicKey;

  private WaczSignature(PrivateKey key, String publicKey) {
    this.key = key;
    this.publicKey = publicKey;
  }

  /// The key in a PEM file; where there is no file, a new key is made and kept there, for its owner
  /// alone to read.
  ///
  /// @throws UserError when the file holds no such pair of keys
  public static WaczSignature of(Path file) throws IOException {
    try {
      if (!Files.exists(file)) {
        create(file);
      }
      String pem = Files.readString(file, US_ASCII);
      byte[] its = Base64.getMimeDecoder().decode(block(pem, PRIVATE, file));
      PrivateKey key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(its));
      byte[] open = Base64.getMimeDecoder().decode(block(pem, PUBLIC, file));
      return new WaczSignature(key, Base64.getEncoder().encodeToString(open));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new UserError(
          file + ": holds no EC key as PEM; name a file that is not there to have a new one", e);
    }
  }

  private static void create(Path file) throws IOException, GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec(CURVE));
    KeyPair pair = generator.generateKeyPair();
    String pem =
        pem(PRIVATE, pair.getPrivate().getEncoded()) + pem(PUBLIC, pair.getPublic().getEncoded());
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, pem);
  }

  private static String pem(String name, byte[] der) {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + name + "-----\n" + lines + "\n-----END " + name + "-----\n";
  }

  private static String block(String pem, String name, Path file) {
    Pattern block =
        Pattern.compile("-----BEGIN " + name + "-----([^-]+)-----END " + name + "-----");
    Matcher found = block.matcher(pem);
    if (!found.find()) {
      throw new UserError(
          file
              + ": has no "
              + name
              + " block; name a file that is not there to have a new pair of keys");
    }
    return found.group(1);
  }

  /// What a WACZ says of a digest that was signed.
  Map<String, Object> sign(String hash, Instant created) {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
      signature.initSign(key);
      signature.update(hash.getBytes(US_ASCII));
      Map<String, Object> signed = new LinkedHashMap<>();
      signed.put("hash", hash);
      signed.put("created", created.toString());
      signed.put("software", "nephila");
      signed.put("publicKey", publicKey);
      signed.put("signature", Base64.getEncoder().encodeToString(signature.sign()));
      return signed;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK can
    }
  }
}
