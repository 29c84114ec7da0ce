package nephila.archive;

import nephila.archive.warc.ArchivedPlace;
import nephila.archive.warc.Notes;
import nephila.fetch.Exchange;

/// An exchange read back from the archive. Of a revisit only the response head is there: its
/// content is that of the read it refers to, so there is nothing new to parse.
public record Replayed(Exchange exchange, Notes notes, ArchivedPlace kept) {}
