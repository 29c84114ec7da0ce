package nephila.refresh;

import java.util.Locale;
import nephila.UserError;

/// What closed pages count for in the share of the living, in when to stop, and for the order. The
/// lists keep them apart in any case.
public enum ClosedPolicy {
  /// Neither alive nor dead: shares are of the open pages, and the order learns nothing from them.
  APART,
  AS_DEAD,
  AS_ALIVE;

  /// The policy of that name, as `as-dead`.
  public static ClosedPolicy parse(String name) {
    for (ClosedPolicy policy : values()) {
      if (policy.shown().equalsIgnoreCase(name)) {
        return policy;
      }
    }
    throw new UserError("closed '" + name + "': must be apart, as-dead or as-alive");
  }

  public String shown() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
