package wirebed.bridge;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import wirebed.refusal.RefusedException;

/** Lists, arrays, sets and maps of a plain class. */
final class PlainContainers {
  private PlainContainers() {}

  record OfList(PlainValue element) implements PlainValue {
    @Override
    public void write(Object value, ViewWriter out) {
      writeAll((List<?>) value, element, out);
    }

    @Override
    public Object read(ViewReader in) {
      int count = in.count('l');
      List<Object> list = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        list.add(element.readElement(in));
      }
      return list;
    }
  }

  record OfSet(PlainValue element) implements PlainValue {
    @Override
    public void write(Object value, ViewWriter out) {
      Set<?> set = (Set<?>) value;
      SortedKeys sorted = new SortedKeys(set.size());
      for (Object item : set) {
        sorted.add(item, node -> element.writeElement(item, node));
      }
      out.set(set.size());
      sorted.forEach((node, item) -> out.nodes(node));
    }

    @Override
    public Object read(ViewReader in) {
      int count = in.count('z');
      Set<Object> set = new HashSet<>();
      for (int i = 0; i < count; i++) {
        set.add(element.readElement(in));
      }
      return set;
    }
  }

  record OfMap(PlainValue key, PlainValue element) implements PlainValue {
    @Override
    public void write(Object value, ViewWriter out) {
      Map<?, ?> map = (Map<?, ?>) value;
      SortedKeys sorted = new SortedKeys(map.size());
      map.forEach((entryKey, held) -> sorted.add(held, node -> key.writeElement(entryKey, node)));
      out.map(map.size());
      sorted.forEach(
          (node, held) -> {
            out.nodes(node);
            element.writeElement(held, out);
          });
    }

    @Override
    public Object read(ViewReader in) {
      int count = in.count('m');
      Map<Object, Object> map = new HashMap<>();
      for (int i = 0; i < count; i++) {
        Object entryKey = key.readElement(in);
        map.put(entryKey, element.readElement(in));
      }
      return map;
    }
  }

  record OfArray(PlainValue element, Class<?> component) implements PlainValue {
    @Override
    public void write(Object value, ViewWriter out) {
      // The common arrays of primitives need no box for each element.
      if (value instanceof int[] ints) {
        out.list(ints.length);
        for (int number : ints) {
          out.integer(number);
        }
      } else if (value instanceof double[] doubles) {
        out.list(doubles.length);
        for (double number : doubles) {
          out.real(number);
        }
      } else if (value instanceof Object[] objects) {
        writeAll(Arrays.asList(objects), element, out);
      } else {
        int length = Array.getLength(value);
        out.list(length);
        for (int i = 0; i < length; i++) {
          element.write(Array.get(value, i), out);
        }
      }
    }

    @Override
    public Object read(ViewReader in) {
      int count = in.count('l');
      Object array = Array.newInstance(component, count);
      for (int i = 0; i < count; i++) {
        Object item = element.readElement(in);
        if (item == null && component.isPrimitive()) {
          throw new RefusedException("null in an array of " + component);
        }
        Array.set(array, i, item);
      }
      return array;
    }
  }

  private static void writeAll(Collection<?> values, PlainValue element, ViewWriter out) {
    out.list(values.size());
    for (Object value : values) {
      element.writeElement(value, out);
    }
  }
}
