package nephila.cli;

import java.time.Duration;
import nephila.UserError;
import nephila.config.Durations;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Whole numbers and times as typed, refused with their rule where they are out of range.
public final class Numbers {
  private Numbers() {}

  /// How many to show: none or more.
  public static final class Count implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String typed) {
      return whole(typed, 0, Integer.MAX_VALUE);
    }
  }

  /// How many to have: one or more.
  public static final class AtLeastOne implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String typed) {
      return whole(typed, 1, Integer.MAX_VALUE);
    }
  }

  /// A port to listen on, 0 for a free one.
  public static final class Port implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String typed) {
      return whole(typed, 0, 0xffff);
    }
  }

  /// How long, as `90s`, `10m`, `6h` or `7d`.
  public static final class Time implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String typed) {
      try {
        return Durations.parse("how long", typed);
      } catch (UserError e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  private static int whole(String typed, int least, int most) {
    try {
      int number = Integer.parseInt(typed);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new TypeConversionException(
        "'" + typed + "' is no whole number from " + least + " to " + most);
  }
}
