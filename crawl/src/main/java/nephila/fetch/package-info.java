/// What does the server say? The only room that opens connections to the web.
///
/// [Fetcher] asks, [Exchange] is the answer: a value, whatever the server did.
/// [nephila.fetch.http.HttpFetcher] is the client for the real web. What a page may lead us to is
/// decided elsewhere and enforced here: every address passes an [nephila.fetch.http.AddressGate]
/// before a connection is made, and the connection goes to the very address that passed.
@NullMarked
package nephila.fetch;

import org.jspecify.annotations.NullMarked;
