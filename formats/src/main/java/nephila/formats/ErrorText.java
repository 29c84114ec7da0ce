package nephila.formats;

/// Text of a file as it may stand in an error message: one line, not too long.
public final class ErrorText {
  private static final int LONGEST = 60;

  private ErrorText() {}

  public static String of(String text) {
    String visible = text.replaceAll("\\p{Cntrl}", "\uFFFD");
    return visible.length() <= LONGEST ? visible : visible.substring(0, LONGEST) + "…";
  }
}
