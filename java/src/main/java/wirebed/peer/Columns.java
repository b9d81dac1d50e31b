package wirebed.peer;

import com.google.protobuf.ByteString;
import java.util.List;
import wirebed.protocol.Column;
import wirebed.protocol.ColumnAnswer;
import wirebed.protocol.Result;

/**
 * Answers a column: one codec, one message, and a task for each of many values. A failure of any
 * kind is that of its value alone, and the peer goes on.
 */
final class Columns {
  private Columns() {}

  static ColumnAnswer answer(Tasks tasks, Column column) {
    ColumnAnswer.Builder answer = ColumnAnswer.newBuilder();
    Tasks.Step step = step(tasks, column);
    List<ByteString> values = column.getValuesList();
    for (int position = 0; position < values.size(); position++) {
      ByteString value = ByteString.EMPTY;
      try {
        value = ByteString.copyFrom(step.of(values.get(position)));
      } catch (Throwable failure) {
        Result.Builder result = Result.newBuilder().setId(position);
        Tasks.fail(failure, result);
        answer.addFailures(result);
      }
      answer.addValues(value);
    }
    return answer.build();
  }

  /**
   * The step of a column. If the peer lacks its codec or message, the step always answers
   * unsupported.
   */
  private static Tasks.Step step(Tasks tasks, Column column) {
    try {
      return tasks.step(
          column.getAction(),
          column.getCodec(),
          column.getMessage(),
          column.getOptionsMap(),
          column.getClassName());
    } catch (TaskFailure failure) {
      return value -> {
        throw failure;
      };
    }
  }
}
