package nephila.notices;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongUnaryOperator;
import nephila.UserError;
import nephila.store.record.UrlHash;

/// Hands the lines of the outbox to one receiver, in order, on a thread of its own. How far it has
/// come is kept in the crawl dir: a receiver that is away gets what it missed, in this run or the
/// next; none is dropped. Tries again after 1, 2, 4 … 60 seconds, or when the receiver asks for.
public final class Delivery implements AutoCloseable {
  private static final long LONGEST_PAUSE_MILLIS = 60_000;
  private static final long MOST_BYTES = 1 << 20;
  private static final String SECRET = "NEPHILA_NOTIFY_SECRET";

  private final String where;
  private final Receiver receiver;
  private final Path outbox;
  private final Path cursor;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final LongUnaryOperator pauseNanos;
  private final Thread thread;
  private long sent;
  private long length;
  private boolean hurried;
  private boolean over;
  private volatile String trouble = "";
  private boolean troubleSaid;

  private Delivery(Path dir, String where, Receiver receiver, LongUnaryOperator pauseNanos)
      throws IOException {
    this.pauseNanos = pauseNanos;
    this.where = where;
    this.receiver = receiver;
    this.outbox = NoticeFollowing.outbox(dir);
    String name = String.format(Locale.ROOT, "%016x.sent", UrlHash.of(where));
    this.cursor = dir.resolve(NoticeFollowing.FOLDER).resolve(name);
    this.sent = Files.exists(cursor) ? Long.parseLong(Files.readString(cursor).strip()) : 0;
    this.thread = Thread.ofPlatform().name("notices").daemon().unstarted(this::run);
  }

  /// @param where a file, `| command`, or a URL
  /// @throws UserError for one that is none of these
  public static Delivery begin(Path dir, String where, Clock clock) throws IOException {
    Files.createDirectories(dir.resolve(NoticeFollowing.FOLDER));
    return begin(dir, where, receiver(dir, where, clock), TimeUnit.MILLISECONDS::toNanos);
  }

  /// @param pauseNanos how long a pause of so many milliseconds takes
  static Delivery begin(Path dir, String where, Receiver receiver, LongUnaryOperator pauseNanos)
      throws IOException {
    Delivery delivery = new Delivery(dir, where, receiver, pauseNanos);
    delivery.thread.start();
    return delivery;
  }

  static Receiver receiver(Path dir, String where, Clock clock) throws IOException {
    String lower = where.toLowerCase(Locale.ROOT);
    if (where.startsWith("|")) {
      String command = where.substring(1).strip();
      if (command.isEmpty()) {
        throw new UserError("--notify |: names no command; write '| command'");
      }
      return new CommandReceiver(command, CommandReceiver.PATIENCE);
    }
    if (lower.startsWith("http://") || lower.startsWith("https://")) {
      try {
        URI url = URI.create(where);
        if (url.getHost() != null) {
          return new WebhookReceiver(url, secret(dir), clock);
        }
      } catch (IllegalArgumentException e) {
        // Told below.
      }
      throw new UserError("--notify " + where + ": is no URL; write it like https://host/path");
    }
    Path file = Path.of(where);
    if (Files.isDirectory(file)) {
      throw new UserError("--notify " + where + ": is a folder; give a file, '| command' or a URL");
    }
    return new FileReceiver(file);
  }

  /// From the environment, else one that is made once for the crawl dir.
  private static byte[] secret(Path dir) throws IOException {
    String given = System.getenv(SECRET);
    if (given != null && !given.isEmpty()) {
      return given.getBytes(UTF_8);
    }
    Path file = dir.resolve(NoticeFollowing.FOLDER).resolve("secret");
    if (!Files.exists(file)) {
      byte[] random = new byte[32];
      new SecureRandom().nextBytes(random);
      Files.writeString(file, HexFormat.of().formatHex(random) + "\n");
      try {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      } catch (UnsupportedOperationException e) {
        assert e != null : "a file system without such rights";
      }
    }
    return Files.readString(file).strip().getBytes(UTF_8);
  }

  /// The outbox has grown.
  public void grown(long to) {
    lock.lock();
    try {
      length = to;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    long pause = 1000;
    boolean resumed = false;
    while (true) {
      try {
        if (!resumed) {
          resume();
          resumed = true;
        }
        List<String> lines = next();
        if (lines.isEmpty()) {
          return;
        }
        receiver.take(lines);
        advance(lines);
        trouble = "";
        pause = 1000;
      } catch (Receiver.Later e) {
        trouble = String.valueOf(e.getMessage());
        if (!rest(e.millis, false)) {
          return;
        }
      } catch (IOException | RuntimeException e) {
        trouble = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        if (!rest(pause, true)) {
          return;
        }
        pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /// A line that the receiver got although a crash kept us from noting it is not sent again.
  private void resume() throws IOException {
    String last = receiver.last();
    if (last.isEmpty()) {
      return;
    }
    List<String> lines = at(sent, Files.size(outbox), 1);
    if (!lines.isEmpty() && id(lines.getFirst()).equals(last)) {
      advance(lines);
    }
  }

  /// The next lines for the receiver; none when it is over.
  private List<String> next() throws IOException, InterruptedException {
    lock.lock();
    try {
      while (sent >= length && !over) {
        news.await();
      }
      if (sent >= length) {
        return List.of();
      }
    } finally {
      lock.unlock();
    }
    return at(sent, length, receiver.most());
  }

  private List<String> at(long from, long to, int most) throws IOException {
    try (FileChannel channel = FileChannel.open(outbox, StandardOpenOption.READ)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.clamp(to - from, 0, MOST_BYTES));
      channel.read(bytes, from);
      String text = new String(bytes.array(), 0, bytes.position(), UTF_8);
      List<String> lines = new ArrayList<>();
      int begin = 0;
      for (int end; lines.size() < most && (end = text.indexOf('\n', begin)) >= 0; ) {
        lines.add(text.substring(begin, end));
        begin = end + 1;
      }
      return lines;
    }
  }

  static String id(String line) {
    return line.substring(7, 23);
  }

  private void advance(List<String> lines) throws IOException {
    long to = sent;
    for (String line : lines) {
      to += line.getBytes(UTF_8).length + 1;
    }
    Path next = cursor.resolveSibling(cursor.getFileName() + ".next");
    Files.writeString(next, to + "\n");
    Files.move(next, cursor, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    lock.lock();
    try {
      sent = to;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Waits before the next try; false when it is over.
  private boolean rest(long millis, boolean mayHurry) {
    lock.lock();
    try {
      long left = pauseNanos.applyAsLong(millis);
      while (left > 0 && !over) {
        if (hurried && mayHurry) {
          hurried = false;
          return true;
        }
        left = news.awaitNanos(left);
      }
      return !over;
    } catch (InterruptedException e) {
      return false;
    } finally {
      lock.unlock();
    }
  }

  /// What there is to say of a receiver that is away, once; else empty.
  public String complaint() {
    String now = trouble;
    if (now.isEmpty() || troubleSaid) {
      return "";
    }
    troubleSaid = true;
    return where + ": could not be told (" + now + "); it is tried again until it can";
  }

  /// Gives the receiver so long to get the rest. Returns what there is to say when it has not, else
  /// empty.
  public String finish(long patienceMillis) {
    lock.lock();
    try {
      hurried = true;
      news.signalAll();
      long left = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
      while (sent < length && left > 0) {
        left = news.awaitNanos(left);
      }
      return sent >= length
          ? ""
          : where
              + ": not all that happened could be told ("
              + (trouble.isEmpty() ? "slow" : trouble)
              + "); the rest is kept and told by the next run";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      over = true;
      length = Math.min(length, sent);
      news.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      thread.join(2000);
      if (thread.isAlive()) {
        thread.interrupt();
        thread.join(2000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    receiver.close();
  }
}
