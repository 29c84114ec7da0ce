package nephila.store;

import java.util.Base64;

/// How many different pages were met, to about half a percent, in 64 KiB whatever their number: a
/// HyperLogLog of 2¹⁶ registers (Flajolet and others, 2007), with linear counting while few are
/// filled. Not thread-safe.
final class DistinctPageSketch {
  private static final int BITS = 16;
  private static final int REGISTERS = 1 << BITS;

  private final byte[] registers;

  DistinctPageSketch() {
    registers = new byte[REGISTERS];
  }

  private DistinctPageSketch(byte[] registers) {
    this.registers = registers;
  }

  void add(int host, long hash) {
    long mixed = (hash ^ host * 0xD6E8FEB86659FD93L) * 0x9E3779B97F4A7C15L;
    mixed ^= mixed >>> 32;
    mixed *= 0xD6E8FEB86659FD93L;
    mixed ^= mixed >>> 29;
    int register = (int) (mixed >>> 64 - BITS);
    byte rank = (byte) (Long.numberOfLeadingZeros(mixed << BITS | 1L << BITS - 1) + 1);
    if (rank > registers[register]) {
      registers[register] = rank;
    }
  }

  long estimate() {
    double sum = 0;
    int empty = 0;
    for (byte rank : registers) {
      sum += 1.0 / (1L << rank);
      empty += rank == 0 ? 1 : 0;
    }
    double raw = 0.7213 / (1 + 1.079 / REGISTERS) * REGISTERS * REGISTERS / sum;
    return Math.round(
        raw <= 2.5 * REGISTERS && empty > 0
            ? REGISTERS * Math.log((double) REGISTERS / empty)
            : raw);
  }

  String text() {
    return Base64.getEncoder().encodeToString(registers);
  }

  static DistinctPageSketch parse(String text) {
    byte[] registers = Base64.getDecoder().decode(text);
    if (registers.length != REGISTERS) {
      throw new BrokenState("a count of pages with " + registers.length + " registers");
    }
    return new DistinctPageSketch(registers);
  }
}
