package wirebed.bench;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import wirebed.peer.Offer;
import wirebed.protocol.BenchTask;
import wirebed.tree.Tree;

/**
 * What a process is told by its system properties, the program's as well as its forks': the tree,
 * and the class with the offer of a peer.
 */
record Given(Path tree, String offer) {
  static Given ofProcess() {
    return new Given(Path.of(property("wirebed.tree")), property("wirebed.offer"));
  }

  Works works() throws ReflectiveOperationException {
    try {
      Offer found = (Offer) Class.forName(offer).getMethod("offer").invoke(null);
      return new Works(new Tree(tree), found.codecs());
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(offer + " has no offer", e.getCause());
    }
  }

  /** A fork reads its own task only: the others' values may be large. */
  static BenchTask task(Path folder, String id) throws IOException {
    return BenchTask.parseFrom(Files.readAllBytes(folder.resolve(id)));
  }

  /** With the tree that was made for the task, if one was. */
  Given smaller(Path folder, BenchTask task) {
    Path small = small(folder, task);
    return Files.isDirectory(small) ? new Given(small, offer) : this;
  }

  static Path small(Path folder, BenchTask task) {
    return folder.resolve(task.getId() + ".tree");
  }

  private static String property(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException("the system property " + name + " is not set");
    }
    return value;
  }
}
