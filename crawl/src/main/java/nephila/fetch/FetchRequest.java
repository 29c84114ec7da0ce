package nephila.fetch;

import org.jspecify.annotations.Nullable;

/// What to ask for.
///
/// @param url canonical absolute URL, http or https, visible ASCII only (anything else ends as
///   [Failure#BAD_URL], so no line break ever reaches the wire)
/// @param validators what is known of an earlier answer; [Validators#NONE] asks unconditionally
/// @param referrer page to name as `Referer`, or null to name none
public record FetchRequest(
    String url, Method method, Validators validators, @Nullable String referrer) {

  /// The methods a crawler needs: both are safe and may be repeated.
  public enum Method {
    GET,
    HEAD
  }

  public static FetchRequest get(String url) {
    return new FetchRequest(url, Method.GET, Validators.NONE, null);
  }

  public static FetchRequest head(String url) {
    return new FetchRequest(url, Method.HEAD, Validators.NONE, null);
  }

  public FetchRequest with(Validators known) {
    return new FetchRequest(url, method, known, referrer);
  }

  public FetchRequest from(@Nullable String page) {
    return new FetchRequest(url, method, validators, page);
  }
}
