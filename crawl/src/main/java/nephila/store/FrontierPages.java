package nephila.store;

import nephila.frontier.EvictedPages;
import nephila.frontier.HostPages;
import nephila.frontier.growth.PagePlacement;

/// The pages of a store as the frontier that orders them sees them.
public final class FrontierPages implements EvictedPages, PagePlacement {
  private final CrawlStore store;
  private final PageCache cache;
  private final PagePlaces places;

  FrontierPages(CrawlStore store) {
    this.store = store;
    this.cache = store.cache();
    this.places = store.index().places();
  }

  @Override
  public boolean resolve(int slot) {
    store.resolve(slot);
    return !store.pages().isRead(slot) && !store.pages().isDropped(slot);
  }

  @Override
  public HostPages of(int host) {
    return cache.waiting(host);
  }

  @Override
  public int admit(HostPages found, int i) {
    return cache.admit(found, i);
  }

  @Override
  public double leastStanding() {
    return cache.leastStanding();
  }

  @Override
  public long credit() {
    return store.ledger().credit();
  }

  @Override
  public double leastCredits() {
    return store.ledger().leastCredits();
  }

  @Override
  public int directory(int slot) {
    return places.directory(slot);
  }

  @Override
  public int directories() {
    return places.directories();
  }

  @Override
  public int host(int slot) {
    return store.index().host(slot);
  }

  @Override
  public int kind(int slot) {
    return places.kind(slot);
  }

  @Override
  public int readPages() {
    return store.readPages();
  }

  @Override
  public boolean isWhole() {
    return store.isWhole();
  }

  @Override
  public void placesEnd() {
    places.forget();
  }

  @Override
  public int memoryPages() {
    return cache.limit();
  }
}
