package wirebed.codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import wirebed.protocol.LoadedLibrary;

/**
 * The version of a library, read from the name of the jar on the class path.
 *
 * <p>Manifests are no authority: that of hessian-4.0.66.jar says 3.1.0.
 *
 * @param loaded the file of the library, with what it says of its version itself
 */
public record Version(Supplier<String> source, Supplier<LoadedLibrary> loaded) {
  /** Of a library that is not there, or of which the JVM cannot link a codec. */
  static final Version UNKNOWN = new Version(() -> "", LoadedLibrary::getDefaultInstance);

  private static final Version RUNTIME =
      new Version(() -> System.getProperty("java.version"), Version::runtime);

  public String read() {
    return source.get();
  }

  public static Version ofRuntime() {
    return RUNTIME;
  }

  /** Finds a class of the library as a resource, so that it is not loaded. */
  public static Version ofJar(String artifact, String className) {
    String resource = className.replace('.', '/') + ".class";
    if (url(resource) == null) {
      return UNKNOWN;
    }
    return new Version(() -> jar(artifact, resource).group(2), () -> manifest(artifact, resource));
  }

  /** The version without a suffix of the jar's name, such as the JDK that the jar is for. */
  public Version without(String suffix) {
    return new Version(
        () -> {
          String version = read();
          return version.endsWith(suffix)
              ? version.substring(0, version.length() - suffix.length())
              : version;
        },
        loaded);
  }

  /**
   * The version with that of a second library that does part of the work: {@code
   * 4.0.9+woodstox.7.3.0}.
   */
  public Version with(String name, Version other) {
    return new Version(() -> read() + "+" + name + "." + other.read(), loaded);
  }

  /** The address of the jar and the version in its name. */
  private static Matcher jar(String artifact, String resource) {
    URL url = url(resource);
    Matcher jar =
        Pattern.compile("jar:(.+/" + Pattern.quote(artifact) + "-([^/!]+)\\.jar)!.*")
            .matcher(String.valueOf(url));
    if (!jar.matches()) {
      throw new IllegalStateException(resource + " is not in a jar of " + artifact + ": " + url);
    }
    return jar;
  }

  private static URL url(String resource) {
    return Version.class.getClassLoader().getResource(resource);
  }

  private static LoadedLibrary manifest(String artifact, String resource) {
    Path path = Path.of(URI.create(jar(artifact, resource).group(1)));
    try (JarFile jar = new JarFile(path.toFile())) {
      Manifest manifest = jar.getManifest();
      Attributes said = manifest == null ? new Attributes() : manifest.getMainAttributes();
      return library(
          path,
          Stream.of("Implementation-Version", "Bundle-Version", "Specification-Version")
              .map(said::getValue));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The classes of the JDK itself. */
  private static LoadedLibrary runtime() {
    Path modules = Path.of(System.getProperty("java.home"), "lib", "modules");
    return library(modules, Stream.of(Runtime.version().toString()));
  }

  private static LoadedLibrary library(Path path, Stream<String> versions) {
    String version = versions.filter(said -> said != null).findFirst().orElse("");
    return LoadedLibrary.newBuilder().setPath(path.toString()).setVersion(version).build();
  }
}
