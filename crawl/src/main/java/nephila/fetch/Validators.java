package nephila.fetch;

import org.jspecify.annotations.Nullable;

/// What makes a request conditional (RFC 9110 §13): the `ETag` and `Last-Modified` of an earlier
/// answer, each as the server sent it, or null.
public record Validators(@Nullable String etag, @Nullable String lastModified) {
  public static final Validators NONE = new Validators(null, null);

  /// The validators a later request should send, from the headers of this answer.
  public static Validators of(Headers headers) {
    String etag = headers.first("ETag");
    String lastModified = headers.first("Last-Modified");
    return etag == null && lastModified == null ? NONE : new Validators(etag, lastModified);
  }
}
