package ruler;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.robert_franz.serialize.Testobject;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A Testobject to JSON with Jackson, by its getters. */
@State(Scope.Thread)
public class JacksonEncode {
  @Param("ruler-2")
  public String name;

  ObjectMapper mapper = new ObjectMapper();
  Testobject value = new Testobject();

  public JacksonEncode() {
    value.setA("abc");
    value.setB(100);
    value.setC(42);
  }

  @Benchmark
  public byte[] run() throws Exception {
    return mapper.writeValueAsBytes(value);
  }
}
