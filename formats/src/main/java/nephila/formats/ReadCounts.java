package nephila.formats;

/// What reading a graph met.
///
/// @param format the name of the format, as a user would say it
/// @param lines lines of text, comments and blank lines included; 0 for a binary file
/// @param linksRead links in the file, doubled ones included
/// @param doubled links dropped because the same link had been read before
public record ReadCounts(String format, long lines, long linksRead, long doubled) {}
