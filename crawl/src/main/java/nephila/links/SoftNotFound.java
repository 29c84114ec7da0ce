package nephila.links;

/// What a host answers with status 200 when a page does not exist, learnt by asking for a page that
/// cannot exist. Kept with the host: two numbers.
///
/// @param titleHash the hash of the title of that answer
/// @param signature the signature of its text
public record SoftNotFound(int titleHash, long signature) {
  /// Alike texts under the same title may differ in this many bits, because many such pages name
  /// what was asked for.
  private static final int SAME_TITLE_BITS = 12;

  /// Learns from the answer to a probe.
  public static SoftNotFound of(PageText probe) {
    return new SoftNotFound(probe.title().hashCode(), probe.signature());
  }

  /// Whether a page says "not found" in the same words. The front page of a host should not be
  /// asked about: some hosts answer every mistake with it.
  public boolean matches(PageText page) {
    long other = page.signature();
    if (signature == 0 || other == 0) {
      return signature == other && titleHash == page.title().hashCode();
    }
    int distance = TextSignature.distance(signature, other);
    boolean sameTitle = titleHash == page.title().hashCode();
    return distance <= (sameTitle ? SAME_TITLE_BITS : TextSignature.COPY_BITS);
  }
}
