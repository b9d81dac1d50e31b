package wirebed.bridge;

import java.util.Date;
import java.util.List;
import wirebed.refusal.RefusedException;

/** Builds a value without a schema from its view. */
final class BareReader {
  private final ViewReader in;

  BareReader(byte[] view) {
    in = new ViewReader(view);
  }

  Object root() {
    Object value = read();
    in.finish();
    return value;
  }

  private Object read() {
    int at = in.offset();
    char tag = in.tag();
    if (tag == '=') {
      return in.same(Object.class);
    }
    if (tag != 'r') {
      throw in.unexpected(tag, "a bare value");
    }
    String name = in.recordName();
    return switch (name) {
      case "list" -> list(at);
      case "map" -> map(at);
      case "object" -> object(at);
      default -> scalar(name);
    };
  }

  private Object scalar(String name) {
    if (name.equals("null")) {
      end();
      return null;
    }
    field(1);
    Object value =
        switch (name) {
          case "bool" -> in.bool();
          case "int" -> (int) in.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
          case "long" -> in.integer(Long.MIN_VALUE, Long.MAX_VALUE);
          case "double" -> in.real();
          case "date" -> new Date(in.integer(Long.MIN_VALUE, Long.MAX_VALUE));
          case "string" -> in.text();
          case "binary" -> in.bytes();
          default -> throw in.error("no bare value is called " + name);
        };
    end();
    return value;
  }

  private Object list(int at) {
    int slot = in.begin(at);
    Bare.Items list = new Bare.Items(type());
    in.built(slot, list);
    int count = in.count('l');
    for (int i = 0; i < count; i++) {
      list.items.add(read());
    }
    end();
    return list;
  }

  private Object map(int at) {
    int slot = in.begin(at);
    Bare.Entries map = new Bare.Entries(type());
    in.built(slot, map);
    pairs("entry", map.keys, map.values);
    end();
    return map;
  }

  private Object object(int at) {
    int slot = in.begin(at);
    String type = type();
    if (type == null) {
      throw new RefusedException("an object without a class");
    }
    Bare.Fields object = new Bare.Fields(type);
    in.built(slot, object);
    int count = in.count('l');
    for (int i = 0; i < count; i++) {
      open("field");
      object.names.add(in.text());
      field(2);
      object.values.add(read());
      end();
    }
    end();
    return object;
  }

  private void pairs(String name, List<Object> keys, List<Object> values) {
    int count = in.count('l');
    for (int i = 0; i < count; i++) {
      open(name);
      keys.add(read());
      field(2);
      values.add(read());
      end();
    }
  }

  /** Reads the type in field 1, null if there is none, and goes on to the node of field 2. */
  private String type() {
    int number = in.field();
    String type = null;
    if (number == 1) {
      type = in.text();
      number = in.field();
    }
    if (number != 2) {
      throw in.error("field " + number + " where 2 should be");
    }
    return type;
  }

  private void open(String name) {
    char tag = in.tag();
    if (tag != 'r' || !in.recordName().equals(name)) {
      throw in.unexpected(tag, "a record '" + name + "'");
    }
    field(1);
  }

  private void field(int number) {
    int found = in.field();
    if (found != number) {
      throw in.error("field " + found + " where " + number + " should be");
    }
  }

  private void end() {
    field(0);
  }
}
