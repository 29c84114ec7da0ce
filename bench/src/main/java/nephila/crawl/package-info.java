/// What does the crawler cost without a network? Drives the crawler's own scheduler and store,
/// which only this package sees.
package nephila.crawl;
