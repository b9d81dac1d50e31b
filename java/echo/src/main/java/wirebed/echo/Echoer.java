package wirebed.echo;

import wirebed.peer.MessageCodec;
import wirebed.peer.OpenCodecs;
import wirebed.peer.TaskFailure;

/**
 * Decodes payloads to objects and encodes these objects anew, for one thread at a time. If what its
 * client asks for does not exist, it refuses every payload.
 */
public final class Echoer {
  private final int maxMessage;
  private final Counts counts;
  private MessageCodec codec;
  private TaskFailure missing;

  Echoer(OpenCodecs codecs, String line, int maxMessage, Counts counts) {
    this.maxMessage = maxMessage;
    this.counts = counts;
    try {
      Request request = Request.parse(line);
      codec = codecs.of(request.codec(), request.message(), request.options()).requireEncodes();
    } catch (TaskFailure failure) {
      missing = failure;
    } catch (RuntimeException | LinkageError defect) {
      missing = TaskFailure.internal(defect);
    }
  }

  public byte[] echo(byte[] payload) throws Refusal {
    try {
      if (missing != null) {
        throw missing;
      }
      byte[] reply = codec.encode(codec.checked(codec.decode(payload)));
      if (reply.length > maxMessage) {
        throw tooLong(reply.length);
      }
      counts.echoed.increment();
      return reply;
    } catch (TaskFailure failure) {
      counts.refused.increment();
      throw Refusal.of(failure);
    }
  }

  private Refusal tooLong(int length) {
    counts.refused.increment();
    return Refusal.ofConnection(
        "a message of " + length + " bytes; the longest may have " + maxMessage);
  }
}
