package nephila.ledger;

/// Whether a store keeps the links of the pages that were read.
public enum LinkRetention {
  /// With the page, in memory and on disk.
  KEEP,
  /// Nowhere: a page's cash is paid along its links when it is read, as in the papers, and they are
  /// forgotten.
  FORGET
}
