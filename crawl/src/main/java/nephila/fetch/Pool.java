package nephila.fetch;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Idle connections by host, the most recently used first. At most `capacity` in all: the host that
/// rested longest gives way.
final class Pool {
  private final int capacity;
  private final AddressGate gate;
  private final Map<Connection.Key, Deque<Connection>> idle = new LinkedHashMap<>();
  private int size;

  Pool(int capacity, AddressGate gate) {
    this.capacity = capacity;
    this.gate = gate;
  }

  /// An idle connection that may be used for the next exchange with that host, or null. One on
  /// which the server has spoken unasked is closed: its bytes answer no request of ours.
  @Nullable Connection take(Connection.Key key) {
    for (Connection found = poll(key); found != null; found = poll(key)) {
      try {
        if (!found.hasUnasked() && gate.admits(found.address(), key.port())) {
          return found;
        }
      } catch (IOException e) {
        // Closed meanwhile: try the next.
      }
      found.close();
    }
    return null;
  }

  private synchronized @Nullable Connection poll(Connection.Key key) {
    Deque<Connection> connections = idle.get(key);
    if (connections == null) {
      return null;
    }
    Connection found = connections.pollFirst();
    size--;
    if (connections.isEmpty()) {
      idle.remove(key);
    }
    return found;
  }

  void give(Connection connection) {
    Connection evicted = null;
    synchronized (this) {
      // Taken out and put back at the end, so that the first key is the one that rested longest.
      Deque<Connection> connections = idle.remove(connection.key());
      if (connections == null) {
        connections = new ArrayDeque<>(2);
      }
      connections.addFirst(connection);
      idle.put(connection.key(), connections);
      if (++size > capacity) {
        evicted = poll(idle.keySet().iterator().next());
      }
    }
    if (evicted != null) {
      evicted.close();
    }
  }

  /// Closes connections that have been idle since before `nanos`, and returns them.
  List<Connection> evict(long nanos) {
    List<Connection> old = new ArrayList<>();
    synchronized (this) {
      for (Iterator<Deque<Connection>> i = idle.values().iterator(); i.hasNext(); ) {
        Deque<Connection> connections = i.next();
        while (!connections.isEmpty() && connections.getLast().idleSinceNanos() - nanos < 0) {
          old.add(connections.removeLast());
          size--;
        }
        if (connections.isEmpty()) {
          i.remove();
        }
      }
    }
    old.forEach(Connection::close);
    return old;
  }

  synchronized int size() {
    return size;
  }
}
