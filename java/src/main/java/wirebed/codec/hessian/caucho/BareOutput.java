package wirebed.codec.hessian.caucho;

import com.caucho.hessian.io.Hessian2Output;
import java.io.IOException;
import java.util.List;
import wirebed.bridge.Bare;

/** Writes values without a schema by the library's own methods, which choose every byte. */
final class BareOutput {
  private final Hessian2Output out;

  BareOutput(Hessian2Output out) {
    this.out = out;
  }

  void write(Object value) throws IOException {
    if (value instanceof Bare.Items list) {
      if (!out.addRef(list)) {
        boolean ends = out.writeListBegin(list.items.size(), list.type);
        writeAll(list.items);
        if (ends) {
          out.writeListEnd();
        }
      }
    } else if (value instanceof Bare.Entries map) {
      if (!out.addRef(map)) {
        out.writeMapBegin(map.type);
        for (int i = 0; i < map.keys.size(); i++) {
          write(map.keys.get(i));
          write(map.values.get(i));
        }
        out.writeMapEnd();
      }
    } else if (value instanceof Bare.Fields object) {
      if (!out.addRef(object)) {
        begin(object);
        writeAll(object.values);
        out.writeObjectEnd();
      }
    } else {
      out.writeObject(value);
    }
  }

  private void begin(Bare.Fields object) throws IOException {
    if (out.writeObjectBegin(object.type) == -1) {
      out.writeClassFieldLength(object.names.size());
      for (String name : object.names) {
        out.writeString(name);
      }
      out.writeObjectBegin(object.type);
    }
  }

  private void writeAll(List<Object> values) throws IOException {
    for (Object value : values) {
      write(value);
    }
  }
}
