package wirebed.echo.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.BlockingClientCall;
import io.grpc.stub.MetadataUtils;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import wirebed.echo.Echoers;
import wirebed.echo.Interop;
import wirebed.protocol.EchoReply;
import wirebed.protocol.EchoServiceGrpc;
import wirebed.protocol.Payload;

/** Deadlines and cancellations arrive at the server as such. */
class GrpcTest {
  private final Echoers echoers = Interop.echoers();
  private Listener listener;
  private ManagedChannel channel;

  @BeforeEach
  void connect() throws Exception {
    listener = Interop.serve("grpc-stream", echoers, "--max-message", "1000");
    Metadata metadata = new Metadata();
    metadata.put(GrpcTransport.REQUEST, "json/jackson interop.Person");
    channel =
        NettyChannelBuilder.forAddress("127.0.0.1", listener.port())
            .usePlaintext()
            .intercept(MetadataUtils.newAttachHeadersInterceptor(metadata))
            .build();
  }

  @AfterEach
  void close() {
    channel.shutdownNow();
    listener.close();
  }

  private static Payload ada() {
    return Payload.newBuilder().setData(ByteString.copyFrom(Interop.json("Ada"))).build();
  }

  private void assertCounts(String counts) throws InterruptedException {
    long end = System.nanoTime() + 30_000_000_000L;
    while (!echoers.counts().toString().equals(counts) && System.nanoTime() < end) {
      Thread.sleep(10);
    }
    assertEquals(counts, echoers.counts().toString());
  }

  @Test
  void aCancelledStreamIsCounted() throws Exception {
    BlockingClientCall<Payload, EchoReply> call = EchoServiceGrpc.newBlockingV2Stub(channel).many();
    call.write(ada());
    assertEquals(ada().getData(), call.read().getData());
    call.cancel("enough", null);
    assertCounts("echoed 1 refused 0 cancelled 1");
  }

  @Test
  void aStreamWhoseDeadlinePassesIsCounted() throws Exception {
    // The first call takes longest: it connects.
    assertEquals(ada().getData(), EchoServiceGrpc.newBlockingV2Stub(channel).one(ada()).getData());
    BlockingClientCall<Payload, EchoReply> call =
        EchoServiceGrpc.newBlockingV2Stub(channel).withDeadlineAfter(3, TimeUnit.SECONDS).many();
    call.write(ada());
    assertEquals(ada().getData(), call.read().getData());
    StatusException e = assertThrows(StatusException.class, call::read);
    assertEquals(Status.Code.DEADLINE_EXCEEDED, e.getStatus().getCode());
    assertCounts("echoed 2 refused 0 cancelled 1");
  }

  @Test
  void aStreamThatEndsIsNotCancelled() throws Exception {
    BlockingClientCall<Payload, EchoReply> call = EchoServiceGrpc.newBlockingV2Stub(channel).many();
    call.write(ada());
    call.halfClose();
    assertEquals(ada().getData(), call.read().getData());
    assertEquals(null, call.read());
    assertCounts("echoed 1 refused 0 cancelled 0");
  }

  @Test
  void aLongPayloadExhaustsTheResources() {
    Payload payload = Payload.newBuilder().setData(ByteString.copyFrom(new byte[1001])).build();
    StatusException e =
        assertThrows(
            StatusException.class, () -> EchoServiceGrpc.newBlockingV2Stub(channel).one(payload));
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, e.getStatus().getCode());
  }
}
