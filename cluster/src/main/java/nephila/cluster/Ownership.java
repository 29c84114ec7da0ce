package nephila.cluster;

/// Which partition owns a page: all pages of a site the same one, so that a host's clock is in one
/// place. A function of the key alone, the same on every machine for ever: the number of partitions
/// of a crawl never changes.
record Ownership(int partitions) {
  int of(PageKey page) {
    return ofSite(page.site());
  }

  int ofSite(int siteHash) {
    return Math.floorMod(siteHash * 0x9E3779B9 >>> 7, partitions);
  }
}
