package nephila.tables;

import java.util.List;

/// The structures of Parquet's `parquet.thrift` that a flat table needs; field numbers as there.
final class ParquetFooter {
  private static final int INT64 = 2;
  private static final int DOUBLE = 5;
  private static final int BYTE_ARRAY = 6;
  private static final int OPTIONAL = 1;
  private static final int UTF8 = 0;
  private static final int TIMESTAMP_MILLIS = 9;
  private static final int PLAIN = 0;
  private static final int RLE = 3;
  private static final int ZSTD = 6;

  private ParquetFooter() {}

  /// Where a column of a row group is.
  record Chunk(Column column, long offset, long cells, long plainBytes, long packedBytes) {}

  record Group(List<Chunk> chunks, long rows) {}

  /// PageHeader of a data page.
  static byte[] pageHead(int cells, int plainBytes, int packedBytes) {
    Thrift head = new Thrift();
    head.whole(1, 0); // a data page
    head.whole(2, plainBytes);
    head.whole(3, packedBytes);
    head.struct(5);
    head.whole(1, cells);
    head.whole(2, PLAIN);
    head.whole(3, RLE);
    head.whole(4, RLE);
    head.end();
    head.end();
    return head.bytes();
  }

  /// FileMetaData.
  static byte[] of(List<Column> columns, List<Group> groups, long rows) {
    Thrift meta = new Thrift();
    meta.whole(1, 1);
    meta.structs(2, columns.size() + 1);
    meta.element();
    meta.text(4, "nephila");
    meta.whole(5, columns.size());
    meta.end();
    columns.forEach(column -> schema(meta, column));
    meta.big(3, rows);
    meta.structs(4, groups.size());
    groups.forEach(group -> group(meta, group));
    meta.text(6, "nephila");
    meta.end();
    return meta.bytes();
  }

  /// SchemaElement.
  private static void schema(Thrift meta, Column column) {
    meta.element();
    meta.whole(1, type(column));
    meta.whole(3, OPTIONAL);
    meta.text(4, column.name());
    if (type(column) == BYTE_ARRAY) {
      meta.whole(6, UTF8);
    } else if (column.kind() == Column.Kind.TIME) {
      meta.whole(6, TIMESTAMP_MILLIS);
    }
    meta.end();
  }

  /// RowGroup.
  private static void group(Thrift meta, Group group) {
    meta.element();
    meta.structs(1, group.chunks().size());
    long bytes = 0;
    for (Chunk chunk : group.chunks()) {
      bytes += chunk.plainBytes();
      chunk(meta, chunk);
    }
    meta.big(2, bytes);
    meta.big(3, group.rows());
    meta.end();
  }

  /// ColumnChunk with its ColumnMetaData.
  private static void chunk(Thrift meta, Chunk chunk) {
    meta.element();
    meta.big(2, chunk.offset());
    meta.struct(3);
    meta.whole(1, type(chunk.column()));
    meta.wholes(2, PLAIN, RLE);
    meta.texts(3, chunk.column().name());
    meta.whole(4, ZSTD);
    meta.big(5, chunk.cells());
    meta.big(6, chunk.plainBytes());
    meta.big(7, chunk.packedBytes());
    meta.big(9, chunk.offset());
    meta.end();
    meta.end();
  }

  private static int type(Column column) {
    return switch (column.kind()) {
      case TEXT, JSON -> BYTE_ARRAY;
      case WHOLE, TIME -> INT64;
      case REAL -> DOUBLE;
    };
  }
}
