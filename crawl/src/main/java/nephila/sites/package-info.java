/// Which sites matter, and which are worth keeping?
///
/// Links between sites instead of pages (paper 000, §4.3): on line from what the ledger's pages
/// paid each other, off line as the rank of the graph of sites; a recommendation from 1 to 4 for
/// archivists, with its reasons, and how often people say the same.
@org.jspecify.annotations.NullMarked
package nephila.sites;
