package nephila.refresh;

import java.util.Locale;
import nephila.UserError;

/// What a refresh looks for: pages of this kind come first in its order and count for its share.
public enum RefreshGoal {
  /// Pages that still exist, here or at a new place.
  ALIVE,
  /// Pages that exist and whose content differs from the copy in the old crawl.
  CHANGED;

  public static RefreshGoal parse(String name) {
    for (RefreshGoal goal : values()) {
      if (goal.shown().equalsIgnoreCase(name)) {
        return goal;
      }
    }
    throw new UserError("find '" + name + "': must be alive or changed");
  }

  public String shown() {
    return name().toLowerCase(Locale.ROOT);
  }
}
