package wirebed.codec.classes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.thoughtworks.xstream.XStream;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What XStream answers does not depend on what it was asked before. */
class XstreamClassesTest {
  /** A release of XStream may have others. */
  @Test
  void theCodecTriesEachClassThatFailsWhenItIsLoaded() throws Exception {
    assertEquals(
        XstreamClasses.REFLECTING,
        classes().stream().filter(XstreamClassesTest::failsWhenItIsLoaded).toList());
  }

  /** The names of all classes that the converters have. */
  private static List<String> classes() throws IOException, URISyntaxException {
    File file = new File(XStream.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (JarFile jar = new JarFile(file)) {
      return jar.stream()
          .map(entry -> entry.getName().replace('/', '.'))
          .filter(name -> name.startsWith("com.thoughtworks.xstream.converters."))
          .filter(name -> name.endsWith(".class"))
          .map(name -> name.substring(0, name.length() - ".class".length()))
          .sorted()
          .toList();
    }
  }

  private static boolean failsWhenItIsLoaded(String name) {
    try {
      Class.forName(name, true, XStream.class.getClassLoader());
      return false;
    } catch (ExceptionInInitializerError e) {
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      // The second error of a class, or one over a library that the class path lacks.
      return String.valueOf(e.getMessage()).startsWith("Could not initialize class");
    }
  }
}
