/// How does one ask over HTTP/1.1?
///
/// [HttpFetcher] keeps connections in a pool, opens them only to addresses that an [AddressGate]
/// lets pass, and closes what is late by a [Watchdog].
@NullMarked
package nephila.fetch.http;

import org.jspecify.annotations.NullMarked;
