package nephila.formats.links;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import nephila.graph.NewFile;

/// A part of a list of named links that filled the memory, in temporary files: its names in the
/// order of their bytes, each with the number it had, and its links in those numbers.
final class SortedRun {
  private static final int BUFFER = 1 << 16;

  private final int size;
  private final Path names;
  private final Path pages;
  private final RunFile links;

  private SortedRun(int size, Path names, Path pages, RunFile links) {
    this.size = size;
    this.names = names;
    this.pages = pages;
    this.links = links;
  }

  static SortedRun write(NameTable table, LinkBuffer buffer, boolean weighted, Scratch scratch) {
    RunFile links = new RunFile(scratch.file("chapter-links"), weighted);
    SortedRun chapter =
        new SortedRun(
            table.size(), scratch.file("chapter-names"), scratch.file("chapter-pages"), links);
    chapter.writeNames(table);
    try (RunFile.Writer out = links.write()) {
      for (LinkBuffer.Chunk chunk : buffer.chunks()) {
        for (int k = 0; k < chunk.used; k++) {
          out.put(chunk.links[k], chunk.weight(k));
        }
      }
      out.finish();
    }
    return chapter;
  }

  private void writeNames(NameTable table) {
    try (DataOutputStream out = output(names)) {
      for (int number : table.alphabetical()) {
        int start = table.start(number);
        int length = table.start(number + 1) - start;
        out.writeInt(number);
        out.writeInt(length);
        out.write(table.bytes(), start, length);
      }
    } catch (IOException e) {
      throw NewFile.cannotWrite(names, e);
    }
  }

  Cursor open() {
    return new Cursor();
  }

  /// Adds the links with their final page numbers and deletes the chapter's files.
  void translateInto(LinkCollector collector, Scratch scratch) {
    int[] numbers = new int[size];
    try (DataInputStream in = input(pages)) {
      for (int k = 0; k < size; k++) {
        int number = in.readInt();
        numbers[number] = in.readInt();
      }
    } catch (IOException e) {
      throw NewFile.cannotWrite(pages, e);
    }
    try (RunFile.Reader in = links.read()) {
      for (; in.link != RunFile.Reader.END; in.next()) {
        collector.add(LinkBuffer.renumbered(in.link, numbers), in.weight);
      }
    }
    for (Path file : new Path[] {names, pages, links.file()}) {
      scratch.delete(file);
    }
  }

  private static DataOutputStream output(Path file) throws IOException {
    return new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER));
  }

  private static DataInputStream input(Path file) throws IOException {
    return new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER));
  }

  /// Walks over the names in order and takes the page of each.
  final class Cursor implements AutoCloseable, Comparable<Cursor> {
    private final DataInputStream in;
    private final DataOutputStream out;
    private int number;

    /// The name the cursor is at.
    byte[] name = new byte[0];

    Cursor() {
      try {
        in = input(names);
        out = output(pages);
      } catch (IOException e) {
        throw NewFile.cannotWrite(pages, e);
      }
    }

    /// Moves to the next name; false after the last.
    boolean next() {
      try {
        number = in.readInt();
        name = in.readNBytes(in.readInt());
        return true;
      } catch (EOFException e) {
        return false;
      } catch (IOException e) {
        throw NewFile.cannotWrite(names, e);
      }
    }

    /// The name the cursor is at is the name of `page`.
    void is(int page) {
      try {
        out.writeInt(number);
        out.writeInt(page);
      } catch (IOException e) {
        throw NewFile.cannotWrite(pages, e);
      }
    }

    @Override
    public int compareTo(Cursor other) {
      return Arrays.compareUnsigned(name, other.name);
    }

    @Override
    public void close() {
      try (in;
          out) {
        out.flush();
      } catch (IOException e) {
        throw NewFile.cannotWrite(pages, e);
      }
    }
  }
}
