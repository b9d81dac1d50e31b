package wirebed.bench;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import wirebed.peer.PeerDescription;
import wirebed.protocol.BenchTask;
import wirebed.tree.Tree;

/**
 * The system properties of the program, which its forks have too: the schema tree, and the class
 * whose method {@code description} describes the peer.
 */
record BenchEnvironment(Path tree, String peer) {
  static BenchEnvironment ofProcess() {
    return new BenchEnvironment(Path.of(property("wirebed.tree")), property("wirebed.peer"));
  }

  Operations operations() throws ReflectiveOperationException {
    try {
      PeerDescription found =
          (PeerDescription) Class.forName(peer).getMethod("description").invoke(null);
      return new Operations(new Tree(tree), found.codecs());
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(peer + " does not describe a peer", e.getCause());
    }
  }

  /** Reads the one task of a fork: the values of all tasks may be too large for its memory. */
  static BenchTask task(Path folder, String id) throws IOException {
    return BenchTask.parseFrom(Files.readAllBytes(folder.resolve(id)));
  }

  /** The same with the tree that was made for the task, if there is one. */
  BenchEnvironment smaller(Path folder, BenchTask task) {
    Path small = small(folder, task);
    return Files.isDirectory(small) ? new BenchEnvironment(small, peer) : this;
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
