package nephila.bench;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.UInt64AddOperator;

/// What the state of a crawl holds for each page that was read, by kind: entries of a family, and
/// the bytes of a key with its value, before RocksDB packs them. One sequential pass over `pages`
/// and `reads`, which have an entry a page that was read; the crawl must be closed.
public final class StateBytes {
  private StateBytes() {}

  /// Prints a line of JSON a family.
  public static void show(Path state) throws RocksDBException {
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (Options plain = new Options();
        UInt64AddOperator adding = new UInt64AddOperator();
        DBOptions options = new DBOptions().setMaxOpenFiles(256)) {
      for (byte[] name : RocksDB.listColumnFamilies(plain, state.toString())) {
        ColumnFamilyOptions family = new ColumnFamilyOptions();
        switch (new String(name, StandardCharsets.UTF_8)) {
          case "cash" -> family.setMergeOperator(adding);
          case "urls" -> family.setMergeOperatorName("max");
          default -> {}
        }
        families.add(new ColumnFamilyDescriptor(name, family));
      }
      try (RocksDB db = RocksDB.openReadOnly(options, state.toString(), families, handles)) {
        for (int i = 0; i < handles.size(); i++) {
          String name = new String(families.get(i).getName(), StandardCharsets.UTF_8);
          if (name.equals("pages") || name.equals("reads")) {
            show(name, db, handles.get(i));
          }
        }
        handles.forEach(ColumnFamilyHandle::close);
      }
    }
  }

  private static void show(String name, RocksDB db, ColumnFamilyHandle family) {
    long entries = 0;
    long keys = 0;
    long values = 0;
    try (RocksIterator walk = db.newIterator(family)) {
      for (walk.seekToFirst(); walk.isValid(); walk.next()) {
        entries++;
        keys += walk.key().length;
        values += walk.value().length;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "{\"family\":\"%s\",\"entries\":%d,\"keyBytes\":%.1f,\"valueBytes\":%.1f}%n",
        name,
        entries,
        (double) keys / Math.max(1, entries),
        (double) values / Math.max(1, entries));
  }
}
