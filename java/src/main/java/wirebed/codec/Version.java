package wirebed.codec;

import java.net.URL;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a library, read from the name of the jar on the class path.
 *
 * <p>Manifests are no authority: that of hessian-4.0.66.jar says 3.1.0.
 */
public record Version(Supplier<String> source) {
  public String read() {
    return source.get();
  }

  public static Version ofRuntime() {
    return new Version(() -> System.getProperty("java.version"));
  }

  /** Finds a class of the library as a resource, so that it is not loaded. */
  public static Version ofJar(String artifact, String className) {
    return new Version(() -> read(artifact, className.replace('.', '/') + ".class"));
  }

  /** The version without a suffix of the jar's name, such as the JDK that the jar is for. */
  public Version without(String suffix) {
    return new Version(
        () -> {
          String version = read();
          return version.endsWith(suffix)
              ? version.substring(0, version.length() - suffix.length())
              : version;
        });
  }

  /**
   * The version with that of a second library that does part of the work: {@code
   * 4.0.9+woodstox.7.3.0}.
   */
  public Version with(String name, Version other) {
    return new Version(() -> read() + "+" + name + "." + other.read());
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
