package nephila.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import nephila.UserError;
import org.jspecify.annotations.Nullable;

/// Who may call a frontier server: with a token or without, by TLS or in plain text, how often.
///
/// @param token what every call must carry as `Authorization: Bearer TOKEN`; null for none
/// @param certificates PEM file of the server's certificate and those above it; null for plain text
/// @param key PEM file of its private key (PKCS #8)
/// @param callsASecond of one client address, in the long run; 0 for any number
public record FrontierAccess(
    @Nullable String token, @Nullable Path certificates, @Nullable Path key, int callsASecond) {
  /// Anybody who can reach the port, in plain text, as clients of the API expect.
  public static final FrontierAccess OPEN = new FrontierAccess(null, null, null, 0);

  private static final int SHORTEST_TOKEN = 16;
  private static final String SCHEME = "Bearer ";

  /// The token in a file: its only line.
  ///
  /// @throws UserError when it is none that could not be guessed
  public static String token(Path file) throws IOException {
    String token = Files.readString(file, UTF_8).strip();
    if (token.length() < SHORTEST_TOKEN || !token.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
      throw new UserError(
          file
              + ": a token of at least "
              + SHORTEST_TOKEN
              + " letters and digits in one line is wanted; make one: openssl rand -hex 16 > "
              + file);
    }
    return token;
  }

  boolean isSecured() {
    return certificates != null;
  }

  /// Whether a header says who may call.
  boolean admits(@Nullable String authorization) {
    if (token == null) {
      return true;
    }
    return authorization != null
        && authorization.startsWith(SCHEME)
        && MessageDigest.isEqual(
            authorization.substring(SCHEME.length()).strip().getBytes(UTF_8),
            token.getBytes(UTF_8));
  }

  /// Without the token: it must be in no message and no log.
  @Override
  public String toString() {
    return (token == null ? "no token" : "a token") + (isSecured() ? ", TLS" : ", plain text");
  }
}
