package nephila.formats;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import nephila.Progress;

/// Bytes that tell how many of them were read so far.
public final class CountedInput extends FilterInputStream {
  private final String what;
  private final long total;
  private final Progress progress;
  private long done;

  public CountedInput(InputStream in, String what, long total, Progress progress) {
    super(in);
    this.what = what;
    this.total = total;
    this.progress = progress;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int count = super.read(into, from, length);
    if (count > 0) {
      done += count;
      progress.at(what, done, total);
    }
    return count;
  }
}
