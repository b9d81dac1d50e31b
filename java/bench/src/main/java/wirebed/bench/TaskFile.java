package wirebed.bench;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.ExtensionRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import wirebed.protocol.BenchTask;
import wirebed.protocol.BenchTasks;

/** A file of tasks, read one at a time: all of them together may be larger than memory. */
record TaskFile(Path path) {
  interface Action {
    void on(BenchTask task) throws IOException;
  }

  /** Visits the tasks with these ids, or all; throws IllegalArgumentException for an unknown id. */
  void forEach(Set<String> only, Action action) throws IOException {
    Set<String> missing = new TreeSet<>(only);
    try (InputStream bytes = Files.newInputStream(path)) {
      CodedInputStream in = CodedInputStream.newInstance(bytes);
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag >>> 3 != BenchTasks.TASKS_FIELD_NUMBER) {
          in.skipField(tag);
          continue;
        }
        BenchTask task = in.readMessage(BenchTask.parser(), ExtensionRegistry.getEmptyRegistry());
        in.resetSizeCounter(); // the total size of a stream is limited
        if (only.isEmpty() || missing.remove(task.getId())) {
          action.on(task);
        }
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(path + " has no task " + missing);
    }
  }
}
