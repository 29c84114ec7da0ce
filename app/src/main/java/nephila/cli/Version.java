package nephila.cli;

import picocli.CommandLine.IVersionProvider;

/// The version in the manifest of the jar.
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"nephila " + current()};
  }

  public static String current() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
