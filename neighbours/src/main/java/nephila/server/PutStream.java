package nephila.server;

import crawlercommons.urlfrontier.Urlfrontier;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

/// One client's stream of URLs, and the acknowledgements that go back. At most [#AHEAD] URLs are
/// taken before they are acknowledged: who sends faster than the disk writes, waits.
final class PutStream implements StreamObserver<Urlfrontier.URLItem> {
  private static final int AHEAD = 4096;

  private final Frontiers crawls;
  private final ServerCallStreamObserver<Urlfrontier.AckMessage> to;
  private int open;
  private boolean ended;

  PutStream(Frontiers crawls, ServerCallStreamObserver<Urlfrontier.AckMessage> to) {
    this.crawls = crawls;
    this.to = to;
    to.disableAutoRequest();
    to.request(AHEAD);
  }

  @Override
  public void onNext(Urlfrontier.URLItem item) {
    Urlfrontier.URLInfo info =
        item.hasKnown() ? item.getKnown().getInfo() : item.getDiscovered().getInfo();
    String id = item.getID().isEmpty() ? info.getUrl() : item.getID();
    UrlItem entry = Messages.entry(info);
    PutUrl put =
        item.hasKnown()
            ? PutUrl.known(entry, item.getKnown().getRefetchableFromDate())
            : PutUrl.discovered(entry);
    synchronized (this) {
      open++;
    }
    crawls
        .crawl(info.getCrawlID())
        .ask(
            books -> books.put(put),
            outcome -> acknowledge(id, outcome),
            e -> acknowledge(id, PutUrl.Outcome.FAIL));
  }

  private synchronized void acknowledge(String id, PutUrl.Outcome outcome) {
    open--;
    if (to.isCancelled()) {
      return;
    }
    to.onNext(
        Urlfrontier.AckMessage.newBuilder()
            .setID(id)
            .setStatus(
                switch (outcome) {
                  case OK -> Urlfrontier.AckMessage.Status.OK;
                  case SKIPPED -> Urlfrontier.AckMessage.Status.SKIPPED;
                  case FAIL -> Urlfrontier.AckMessage.Status.FAIL;
                })
            .build());
    if (ended && open == 0) {
      to.onCompleted();
    } else {
      to.request(1);
    }
  }

  @Override
  public void onError(Throwable e) {
    // The client is gone: what it sent is kept.
  }

  @Override
  public synchronized void onCompleted() {
    ended = true;
    if (open == 0) {
      to.onCompleted();
    }
  }
}
