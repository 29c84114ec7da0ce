package nephila.testweb;

import java.time.Instant;

/// One request that the little web answered.
///
/// @param at when it came
/// @param place the name of the host
/// @param path path and query asked for
public record LoggedRequest(
    Instant at, String place, String method, String path, int status, String userAgent) {}
