package wirebed.peer;

import java.util.List;
import wirebed.protocol.Load;
import wirebed.protocol.Loaded;
import wirebed.protocol.Result;
import wirebed.protocol.Task;

/** The requests that an echo program answers and a peer does not. */
public interface EchoClient {
  /** A peer knows no transport. */
  EchoClient NONE =
      new EchoClient() {
        @Override
        public List<String> transports() {
          return List.of();
        }

        @Override
        public void echo(Task task, Result.Builder result) {
          throw TaskFailure.unsupported("the task has no action that this peer knows");
        }

        @Override
        public Loaded load(Load load) {
          return null;
        }
      };

  List<String> transports();

  /** Throws a TaskFailure. */
  void echo(Task task, Result.Builder result);

  /** Null if the program does not know the request. */
  Loaded load(Load load);
}
