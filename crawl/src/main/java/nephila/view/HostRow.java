package nephila.view;

/// A host in a list, or in its place a worker of a cluster. Its components are the fields of the
/// API's JSON, by name.
///
/// @param waiting pages that wait to be read
/// @param note what there is to say of it, empty when there is nothing
public record HostRow(String host, long waiting, String note) {}
