package ruler;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import org.meandre.tools.serialization.xstream.TargetObject;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A TargetObject of 1000 texts and numbers to the JDK's own stream. */
@State(Scope.Thread)
public class SerialEncode {
  @Param("ruler-4")
  public String name;

  TargetObject value = new TargetObject();

  public SerialEncode() {
    String[] texts = new String[1000];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = new String("Dummy text");
    }
    value.setSa(texts);
    value.setIa(new int[1000]);
  }

  @Benchmark
  public byte[] run() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }
}
