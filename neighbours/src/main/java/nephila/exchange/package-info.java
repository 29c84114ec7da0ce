/// What do other tools bring, and what do they take away?
///
/// Imports start a crawl from the importance of somebody else's; exports write pages, sites, links
/// and history as tables, graphs, Common Crawl's files, Heritrix's precedences, and WACZ.
@org.jspecify.annotations.NullMarked
package nephila.exchange;
