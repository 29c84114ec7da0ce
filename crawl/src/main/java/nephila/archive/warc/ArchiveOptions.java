package nephila.archive.warc;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.Map;
import java.util.random.RandomGenerator;

/// How to write an archive.
///
/// @param prefix first part of the file names: letters, digits, `_`
/// @param host last part of the file names
/// @param rollBytes a WARC file that has reached this size is followed by the next one
/// @param gzipLevel 1 (fast) to 9 (small)
/// @param info fields of the warcinfo record beyond software and format, such as operator,
///   description, robots, http-header-user-agent
/// @param clock for file names and warcinfo dates
/// @param random source of record ids
public record ArchiveOptions(
    String prefix,
    String host,
    long rollBytes,
    int gzipLevel,
    Map<String, String> info,
    InstantSource clock,
    RandomGenerator random) {
  public static final long DEFAULT_ROLL_BYTES = 1_000_000_000;
  public static final int DEFAULT_GZIP_LEVEL = 3;

  public static ArchiveOptions defaults(InstantSource clock, RandomGenerator random) {
    return new ArchiveOptions(
        "NEPHILA",
        localHost(),
        Long.getLong("nephila.archive.rollBytes", DEFAULT_ROLL_BYTES),
        DEFAULT_GZIP_LEVEL,
        Map.of(),
        clock,
        random);
  }

  public ArchiveOptions info(Map<String, String> fields) {
    return new ArchiveOptions(prefix, host, rollBytes, gzipLevel, fields, clock, random);
  }

  public ArchiveOptions prefix(String name) {
    return new ArchiveOptions(name, host, rollBytes, gzipLevel, info, clock, random);
  }

  public ArchiveOptions rollBytes(long bytes) {
    return new ArchiveOptions(prefix, host, bytes, gzipLevel, info, clock, random);
  }

  public ArchiveOptions gzipLevel(int level) {
    return new ArchiveOptions(prefix, host, rollBytes, level, info, clock, random);
  }

  private static String localHost() {
    try {
      return InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9.-]", "");
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
