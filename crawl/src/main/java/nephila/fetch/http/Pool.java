package nephila.fetch.http;

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
  private final Map<HttpConnection.Key, Deque<HttpConnection>> idle = new LinkedHashMap<>();
  private int size;

  Pool(int capacity, AddressGate gate) {
    this.capacity = capacity;
    this.gate = gate;
  }

  /// An idle connection that may be used for the next exchange with that host, or null. One on
  /// which the server has spoken unasked is closed: its bytes answer no request of ours.
  @Nullable HttpConnection take(HttpConnection.Key key) {
    for (HttpConnection found = poll(key); found != null; found = poll(key)) {
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

  private synchronized @Nullable HttpConnection poll(HttpConnection.Key key) {
    Deque<HttpConnection> connections = idle.get(key);
    if (connections == null) {
      return null;
    }
    HttpConnection found = connections.pollFirst();
    size--;
    if (connections.isEmpty()) {
      idle.remove(key);
    }
    return found;
  }

  void give(HttpConnection connection) {
    HttpConnection evicted = null;
    synchronized (this) {
      // Taken out and put back at the end, so that the first key is the one that rested longest.
      Deque<HttpConnection> connections = idle.remove(connection.key());
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
  List<HttpConnection> evict(long nanos) {
    List<HttpConnection> old = new ArrayList<>();
    synchronized (this) {
      for (Iterator<Deque<HttpConnection>> i = idle.values().iterator(); i.hasNext(); ) {
        Deque<HttpConnection> connections = i.next();
        while (!connections.isEmpty() && connections.getLast().idleSinceNanos() - nanos < 0) {
          old.add(connections.removeLast());
          size--;
        }
        if (connections.isEmpty()) {
          i.remove();
        }
      }
    }
    old.forEach(HttpConnection::close);
    return old;
  }

  synchronized int size() {
    return size;
  }
}
