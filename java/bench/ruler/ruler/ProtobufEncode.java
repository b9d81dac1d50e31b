package ruler;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import wirebed.interop.Testobject;

/** A Testobject to protobuf. */
@State(Scope.Thread)
public class ProtobufEncode {
  @Param("ruler-1")
  public String name;

  Testobject value = Testobject.newBuilder().setA("abc").setB(100).setC(42).build();

  @Benchmark
  public byte[] run() {
    return value.toByteArray();
  }
}
