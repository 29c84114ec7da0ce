package nephila.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/// How often one client may call: a budget of a second's calls, filled evenly. Thread-safe; knows
/// the ten thousand clients that called last.
final class ClientLimits {
  private static final int MOST_CLIENTS = 10_000;
  private static final double NANOS = 1e9;

  private final int callsASecond;
  private final LongSupplier nanos;
  private final Map<String, Budget> budgets =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Budget> eldest) {
          return size() > MOST_CLIENTS;
        }
      };

  private static final class Budget {
    double calls;
    long atNanos;
  }

  /// @param callsASecond 0 for any number
  ClientLimits(int callsASecond, LongSupplier nanos) {
    this.callsASecond = callsASecond;
    this.nanos = nanos;
  }

  /// Whether this client may call now; the call is counted then.
  synchronized boolean admits(String client) {
    if (callsASecond == 0) {
      return true;
    }
    long now = nanos.getAsLong();
    Budget budget = budgets.get(client);
    if (budget == null) {
      budget = new Budget();
      budget.calls = callsASecond;
      budgets.put(client, budget);
    } else {
      double filled = (now - budget.atNanos) / NANOS * callsASecond;
      budget.calls = Math.min(callsASecond, budget.calls + filled);
    }
    budget.atNanos = now;
    if (budget.calls < 1) {
      return false;
    }
    budget.calls--;
    return true;
  }
}
