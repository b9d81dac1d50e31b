package wirebed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import wirebed.tree.Tree;

/**
 * The classes of one version that were written by hand (java/classes), in a tree without messages.
 */
public final class HandWritten {
  private HandWritten() {}

  /**
   * @param version `v1` or `v2`
   */
  public static Tree compiled(Path folder, String version) throws IOException {
    Path tree = folder.resolve(version);
    Path classes = Files.createDirectories(tree.resolve("java/classes"));
    Files.createFile(tree.resolve("plain.binpb"));
    List<String> arguments = new ArrayList<>(List.of("-d", classes.toString()));
    try (Stream<Path> sources = Files.walk(Path.of("classes", version))) {
      sources.map(Path::toString).filter(path -> path.endsWith(".java")).forEach(arguments::add);
    }
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IOException("javac ended with " + code);
    }
    return new Tree(tree);
  }
}
