package nephila.store.record;

/// How a page became known: its URL, its distance from a seed in links, and the page that pointed
/// to it first (its group and hash; 0 for a seed).
///
/// @param isSeed whether the user named it
public record PageDiscovery(String url, int depth, boolean isSeed, int viaHost, long viaHash) {}
