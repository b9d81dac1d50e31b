package wirebed.codec;

import java.net.URL;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a library, read from the name of the jar that really is on the class path.
 *
 * <p>Manifests are no authority: that of hessian-4.0.66.jar says 3.1.0.
 */
public record Version(Supplier<String> source) {
  String read() {
    return source.get();
  }

  public static Version ofRuntime() {
    return new Version(() -> System.getProperty("java.version"));
  }

  /** Looks the class up as a resource, so that nothing is loaded. */
  public static Version ofJar(String artifact, String resource) {
    return new Version(() -> read(artifact, resource));
  }

  /** Without what the jar's name adds to the version, such as the JDK that it is for. */
  public Version without(String suffix) {
    return new Version(
        () -> {
          String version = read();
          return version.endsWith(suffix)
              ? version.substring(0, version.length() - suffix.length())
              : version;
        });
  }

  private static String read(String artifact, String resource) {
    URL url = Version.class.getClassLoader().getResource(resource);
    Matcher jar =
        Pattern.compile("/" + Pattern.quote(artifact) + "-([^/!]+)\\.jar!")
            .matcher(String.valueOf(url));
    if (!jar.find()) {
      throw new IllegalStateException(resource + " is not in a jar of " + artifact + ": " + url);
    }
    return jar.group(1);
  }
}
