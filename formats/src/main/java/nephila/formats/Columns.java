package nephila.formats;

import nephila.UserError;

/// What to say of a line with the wrong number of columns.
final class Columns {
  private Columns() {}

  static UserError wrongNumber(TextLines lines, int found, boolean weighted) {
    String count = found == 1 ? "1 column" : found + " columns";
    if (weighted) {
      return lines.error(count + "; with --weights a link is 'source target weight'");
    }
    String hint =
        found == 3 ? " (a third column is a weight to rank --weights and graph --weights)" : "";
    return lines.error(count + "; a link is 'source target'" + hint);
  }
}
