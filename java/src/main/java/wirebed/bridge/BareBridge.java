package wirebed.bridge;

import java.util.Date;
import java.util.List;
import wirebed.refusal.RefusedException;

/** The views of values without a schema (proto/wirebed/README.md, "Bare values"). */
public final class BareBridge {
  /**
   * A view repeats the field names with every object; the wire has them once. So a short input can
   * make a large view.
   */
  private static final int MOST_BYTES = 64 << 20;

  private BareBridge() {}

  public static Object build(byte[] view) {
    return new BareReader(view).root();
  }

  public static byte[] view(Object value) {
    ViewWriter out = new ViewWriter();
    write(value, out);
    return out.toByteArray();
  }

  private static void write(Object value, ViewWriter out) {
    if (value instanceof Bare.Items list) {
      if (!out.same(list)) {
        begin(list.type, "list", out);
        writeAll(list.items, out);
        out.end();
      }
    } else if (value instanceof Bare.Entries map) {
      if (!out.same(map)) {
        begin(map.type, "map", out);
        writeEntries(map, out);
        out.end();
      }
    } else if (value instanceof Bare.Fields object) {
      if (!out.same(object)) {
        begin(object.type, "object", out);
        writeFields(object, out);
        out.end();
      }
    } else {
      writeScalar(value, out);
    }
  }

  /** Writes the field of the type, if there is one, and the number of the next field. */
  private static void begin(String type, String name, ViewWriter out) {
    if (out.offset() > MOST_BYTES) {
      throw new RefusedException("the names in it make a view that is too large");
    }
    out.record(ViewWriter.name(name));
    if (type != null) {
      out.field(1);
      out.text(type);
    }
    out.field(2);
  }

  private static void writeAll(List<Object> values, ViewWriter out) {
    out.list(values.size());
    for (Object value : values) {
      write(value, out);
    }
  }

  private static void writeEntries(Bare.Entries map, ViewWriter out) {
    out.list(map.keys.size());
    for (int i = 0; i < map.keys.size(); i++) {
      out.record(ViewWriter.name("entry"));
      out.field(1);
      write(map.keys.get(i), out);
      out.field(2);
      write(map.values.get(i), out);
      out.end();
    }
  }

  private static void writeFields(Bare.Fields object, ViewWriter out) {
    out.list(object.names.size());
    for (int i = 0; i < object.names.size(); i++) {
      out.record(ViewWriter.name("field"));
      out.field(1);
      out.text(object.names.get(i));
      out.field(2);
      write(object.values.get(i), out);
      out.end();
    }
  }

  private static void writeScalar(Object value, ViewWriter out) {
    out.record(ViewWriter.name(name(value)));
    if (value != null) {
      out.field(1);
      if (value instanceof Boolean bool) {
        out.bool(bool);
      } else if (value instanceof Integer || value instanceof Long) {
        out.integer(((Number) value).longValue());
      } else if (value instanceof Double real) {
        out.real(real);
      } else if (value instanceof Date date) {
        out.integer(date.getTime());
      } else if (value instanceof String text) {
        out.text(text);
      } else {
        out.bytes((byte[]) value);
      }
    }
    out.end();
  }

  private static String name(Object value) {
    if (value == null) {
      return "null";
    }
    return switch (value.getClass().getName()) {
      case "java.lang.Boolean" -> "bool";
      case "java.lang.Integer" -> "int";
      case "java.lang.Long" -> "long";
      case "java.lang.Double" -> "double";
      case "java.util.Date" -> "date";
      case "java.lang.String" -> "string";
      case "[B" -> "binary";
      default -> throw new ClassCastException(value.getClass().getName() + " is no bare value");
    };
  }
}
