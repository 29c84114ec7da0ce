package nephila.exchange.text;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import nephila.graph.NewFile;
import nephila.tables.PackedPiece;
import nephila.tables.TableFormat;
import nephila.tables.TableWriter;
import org.jspecify.annotations.Nullable;

/// Writes rows in one of the forms: whole or not at all, but for a folder, whose files are.
final class TextSink implements Closeable {
  private final Path target;
  private final int chunkWords;
  private @Nullable TableWriter table;
  private @Nullable TextFolder folder;
  private @Nullable NewFile wet;
  private @Nullable OutputStream wetOut;
  private long rows;

  TextSink(Path target, int chunkWords) throws IOException {
    this.target = target;
    this.chunkWords = chunkWords;
    switch (TextFormat.of(target)) {
      case JSONL -> table = table(TableFormat.JSONL);
      case PARQUET -> table = table(TableFormat.PARQUET);
      case FOLDER -> folder = new TextFolder(target);
      case WET -> {
        NewFile file = new NewFile(target);
        wet = file;
        try {
          OutputStream out = new BufferedOutputStream(Files.newOutputStream(file.temporary()));
          wetOut = out;
          out.write(packed(WetRecords.info(Instant.EPOCH)));
        } catch (IOException e) {
          throw file.failed(e);
        }
      }
    }
  }

  private TableWriter table(TableFormat format) {
    return TableWriter.create(
        target, format, chunkWords > 0 ? TextRow.CHUNK_COLUMNS : TextRow.COLUMNS);
  }

  private byte[] packed(byte[] record) {
    return PackedPiece.of(String.valueOf(target.getFileName()), record);
  }

  void write(TextRow row) throws IOException {
    rows++;
    if (folder != null) {
      folder.write(row);
    } else if (wet != null && wetOut != null) {
      try {
        wetOut.write(packed(WetRecords.of(row)));
      } catch (IOException e) {
        throw wet.failed(e);
      }
    } else if (table != null && chunkWords > 0) {
      for (@Nullable Object[] cells : row.chunkCells(chunkWords)) {
        table.row(cells);
      }
    } else if (table != null) {
      table.row(row.cells());
    }
  }

  /// Puts the file into its place. Returns what there is to say of it.
  String finish(boolean deletesOthers) throws IOException {
    if (table != null) {
      table.finish();
      return chunkWords > 0
          ? String.format("%,d pages in %,d pieces", rows, table.rows())
          : String.format("%,d pages", rows);
    }
    if (wet != null && wetOut != null) {
      wetOut.close();
      wet.commit();
    }
    if (folder == null) {
      return String.format("%,d pages", rows);
    }
    long deleted = deletesOthers ? folder.deleteOthers() : 0;
    return String.format(
        "%,d pages, %,d files written, %,d deleted", rows, folder.written(), deleted);
  }

  @Override
  public void close() throws IOException {
    if (table != null) {
      table.close();
    }
    if (wetOut != null && wet != null) {
      wetOut.close();
      wet.close();
    }
  }
}
