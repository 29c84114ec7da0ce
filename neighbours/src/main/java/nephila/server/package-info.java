/// Which URL should somebody else's crawler fetch next?
///
/// The URL frontier that StormCrawler, Scrapy and others ask: gRPC by the URLFrontier API 2.5 of
/// crawler-commons, and the same over REST. URLs come in the order of importance, by the ledger of
/// [nephila.ledger.ExactLedger], and politely; several crawls at once; a restart loses nothing.
@org.jspecify.annotations.NullMarked
package nephila.server;
