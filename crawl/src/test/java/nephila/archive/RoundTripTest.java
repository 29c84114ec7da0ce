package nephila.archive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import nephila.archive.cdx.CdxjSort;
import nephila.archive.warc.ArchiveOptions;
import nephila.archive.warc.ArchivePosition;
import nephila.archive.warc.ArchivedPlace;
import nephila.archive.warc.EarlierRead;
import nephila.archive.warc.Notes;
import nephila.archive.warc.PackedExchange;
import nephila.fetch.Exchange;
import nephila.fetch.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever is appended comes back, whoever appends it.
class RoundTripTest {
  private static final long SEED = Long.getLong("nephila.seed", 1);

  @TempDir Path dir;

  private final Random random = new Random(SEED);
  private final ArchiveOptions options =
      ArchiveOptions.defaults(InstantSource.fixed(Visits.START), new Random(2)).rollBytes(50_000);

  private static void assertSame(Exchange expected, Notes notes, Replayed seen, String what) {
    Exchange got = seen.exchange();
    assertEquals(expected.url(), got.url(), what);
    if (expected.outcome() instanceof Outcome.Failed) {
      assertEquals(expected.outcome(), got.outcome(), what);
    } else {
      boolean whole = seen.kept().kind() == ArchivedPlace.Kind.RESPONSE;
      byte[] kept = expected.responseBytes();
      int length = whole ? kept.length : expected.headLength();
      assertArrayEquals(java.util.Arrays.copyOf(kept, length), got.responseBytes(), what);
      assertArrayEquals(expected.payloadSha1(), seen.kept().payloadSha1(), what);
      assertEquals(expected.circumstances().truncation(), got.truncation(), what);
      assertEquals(expected.status(), got.status(), what);
    }
    assertEquals(notes.via(), seen.notes().via(), what);
    assertEquals(notes.hops(), seen.notes().hops(), what);
    assertEquals(notes.importance(), seen.notes().importance(), what);
    assertEquals(notes.more(), seen.notes().more(), what);
  }

  @Test
  void everyExchangeComesBack() throws IOException {
    List<Exchange> exchanges = new ArrayList<>();
    List<Notes> notes = new ArrayList<>();
    List<ArchivedPlace> kept = new ArrayList<>();
    try (Archive archive = Archive.openAt(dir, options, ArchivePosition.START, r -> {})) {
      while (exchanges.size() < 200) {
        List<PackedExchange> batch = new ArrayList<>();
        for (int n = random.nextInt(10); n >= 0; n--) {
          Exchange exchange = Visits.random(random, exchanges.size());
          EarlierRead seen = new EarlierRead(exchange.url(), Visits.START, exchange.payloadSha1());
          Notes about = Visits.notes(random, random.nextInt(3) == 0 ? seen : null);
          exchanges.add(exchange);
          notes.add(about);
          batch.add(archive.prepare(exchange, about));
        }
        kept.addAll(archive.append(batch));
      }
    }
    List<Replayed> replayed = new ArrayList<>();
    Archive.openAt(dir, options, ArchivePosition.START, replayed::add).close();
    assertEquals(exchanges.size(), replayed.size());
    for (int i = 0; i < replayed.size(); i++) {
      String what = "seed " + SEED + " exchange " + i;
      assertSame(exchanges.get(i), notes.get(i), replayed.get(i), what);
      assertEquals(kept.get(i).end(), replayed.get(i).kept().end(), what);
      assertEquals(kept.get(i).kind(), replayed.get(i).kept().kind(), what);
    }
  }

  @Test
  void threadsMayPrepareAndAppendAtOnce() throws Exception {
    int threads = 8;
    try (Archive archive = Archive.openAt(dir, options, ArchivePosition.START, r -> {})) {
      try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int t = 0; t < threads; t++) {
          Random own = new Random(SEED + t);
          int number = t;
          workers.submit(
              () -> {
                for (int i = 0; i < 50; i++) {
                  String url = "http://e.example/" + number + "/" + i;
                  archive.append(Visits.page(url, "x".repeat(own.nextInt(2000))), Notes.NONE);
                  if (i % 10 == 0) {
                    archive.sync();
                  }
                }
                return null;
              });
        }
      }
    }
    List<String> index = Files.readAllLines(dir.resolve("indexes/index.cdxj"));
    assertEquals(threads * 50, index.stream().distinct().count());
    assertEquals(index.stream().sorted(Comparator.naturalOrder()).toList(), index);
    List<String> urls = new ArrayList<>();
    Archive.openAt(dir, options, ArchivePosition.START, r -> urls.add(r.exchange().url())).close();
    assertEquals(threads * 50, urls.stream().distinct().count());
  }

  @Test
  void theIndexIsSortedInRuns() throws IOException {
    Path sorted = dir.resolve("sorted");
    Path unsorted = dir.resolve("unsorted");
    Path merged = dir.resolve("merged");
    List<String> old = new ArrayList<>();
    List<String> recent = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      (random.nextBoolean() ? old : recent).add(Integer.toString(random.nextInt(99_999), 36));
    }
    old.sort(Comparator.naturalOrder());
    Files.write(sorted, old);
    Files.write(unsorted, recent);
    CdxjSort.merge(sorted, unsorted, merged, 100);
    List<String> all = new ArrayList<>(old);
    all.addAll(recent);
    all.sort(Comparator.naturalOrder());
    assertEquals(all, Files.readAllLines(merged), "seed " + SEED);
  }
}
