package nephila.archive;

import nephila.fetch.Exchange;

/// An exchange as compressed records, ready to be appended. Made by [Archive#prepare] on any
/// thread, so that the dear part (digest, gzip) runs in parallel and appending is one write.
public final class Prepared {
  final Exchange exchange;
  final Notes notes;

  Prepared(Exchange exchange, Notes notes) {
    this.exchange = exchange;
    this.notes = notes;
  }

  public Exchange exchange() {
    return exchange;
  }

  public Notes notes() {
    return notes;
  }
}
