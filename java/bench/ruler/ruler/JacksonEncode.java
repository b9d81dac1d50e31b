package ruler;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.robert_franz.serialize.Testobject;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A Testobject to JSON with Jackson, by its fields. */
@State(Scope.Thread)
public class JacksonEncode {
  @Param("ruler-2")
  public String name;

  JsonMapper mapper =
      JsonMapper.builder()
          .visibility(PropertyAccessor.ALL, Visibility.NONE)
          .visibility(PropertyAccessor.FIELD, Visibility.ANY)
          .build();
  Testobject value = Testobjects.article();

  @Benchmark
  public byte[] run() throws Exception {
    return mapper.writeValueAsBytes(value);
  }
}
