package wirebed.bridge;

import java.math.BigDecimal;
import java.util.Date;
import java.util.function.BiConsumer;
import java.util.function.Function;
import wirebed.protocol.PlainType;
import wirebed.refusal.RefusedException;

/**
 * The types that are neither containers nor classes of the tree: primitives, String, byte[], Date,
 * BigDecimal, wrappers.
 */
final class PlainScalars {
  private static final long UINT32_MAX = 0xffff_ffffL;

  private static final PlainValue INT32 =
      new Simple<>(
          Integer.class,
          (value, out) -> out.integer(value),
          in -> (int) in.integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
  private static final PlainValue UINT32 =
      new Simple<>(Long.class, (value, out) -> out.integer(value), in -> in.integer(0, UINT32_MAX));
  private static final PlainValue INT64 =
      new Simple<>(Long.class, (value, out) -> out.integer(value), ViewReader::bits);
  private static final PlainValue BOOL =
      new Simple<>(Boolean.class, (value, out) -> out.bool(value), ViewReader::bool);
  private static final PlainValue FLOAT =
      new Simple<>(Float.class, (value, out) -> out.single(value), ViewReader::single);
  private static final PlainValue DOUBLE =
      new Simple<>(Double.class, (value, out) -> out.real(value), ViewReader::real);
  private static final PlainValue STRING =
      new Simple<>(String.class, (value, out) -> out.text(value), ViewReader::text);
  private static final PlainValue BYTES =
      new Simple<>(byte[].class, (value, out) -> out.bytes(value), ViewReader::bytes);
  private static final PlainValue DECIMAL =
      new Simple<>(
          BigDecimal.class, (value, out) -> out.text(value.toString()), in -> decimal(in.text()));

  /** An empty text in a decimal field means that there is no decimal. */
  static final PlainValue MAYBE_DECIMAL =
      new Simple<>(
          BigDecimal.class,
          (value, out) -> out.text(value.toString()),
          in -> {
            String text = in.text();
            return text.isEmpty() ? null : decimal(text);
          });

  private PlainScalars() {}

  static PlainValue of(PlainType type, PlainShapes shapes) {
    return switch (type.getKind()) {
      case MESSAGE -> new Lazy(shapes, type.getName());
      case ENUM -> shapes.ofEnum(type.getName());
      case DATE -> new OfDate(ViewWriter.name(type.getName()));
      case WRAPPER -> new Wrapped(ViewWriter.name(type.getName()), scalar(type.getWrapped()));
      default -> scalar(type.getKind());
    };
  }

  private static PlainValue scalar(PlainType.Kind kind) {
    return switch (kind) {
      case INT32 -> INT32;
      case UINT32 -> UINT32;
      case INT64, UINT64 -> INT64;
      case BOOL -> BOOL;
      case FLOAT -> FLOAT;
      case DOUBLE -> DOUBLE;
      case STRING -> STRING;
      case BYTES -> BYTES;
      case DECIMAL -> DECIMAL;
      default -> throw new IllegalArgumentException("no scalar: " + kind);
    };
  }

  private static BigDecimal decimal(String text) {
    Limits.decimal(text);
    try {
      return DecimalText.parse(text);
    } catch (NumberFormatException e) {
      throw new RefusedException("\"" + text + "\" is no decimal");
    }
  }

  private record Simple<T>(
      Class<T> type, BiConsumer<T, ViewWriter> writer, Function<ViewReader, T> reader)
      implements PlainValue {
    @Override
    public void write(Object value, ViewWriter out) {
      writer.accept(type.cast(value), out);
    }

    @Override
    public Object read(ViewReader in) {
      return reader.apply(in);
    }
  }

  /** A plain class, whose shape is looked up at its first use: it may not be complete before. */
  private static final class Lazy implements PlainValue {
    private final PlainShapes shapes;
    private final String message;
    private volatile PlainShape shape;

    Lazy(PlainShapes shapes, String message) {
      this.shapes = shapes;
      this.message = message;
    }

    @Override
    public void write(Object value, ViewWriter out) {
      shape().write(value, out);
    }

    @Override
    public Object read(ViewReader in) {
      return shape().read(in);
    }

    private PlainShape shape() {
      if (shape == null) {
        shape = shapes.ofMessage(message);
      }
      return shape;
    }
  }

  /** java.util.Date for a Timestamp. It holds milliseconds; the rest is dropped. */
  private record OfDate(byte[] name) implements PlainValue {
    @Override
    public void write(Object value, ViewWriter out) {
      long millis = ((Date) value).getTime();
      out.record(name);
      out.field(1);
      out.integer(Math.floorDiv(millis, 1000));
      out.field(2);
      out.integer(Math.floorMod(millis, 1000) * 1_000_000L);
      out.end();
    }

    @Override
    public Object read(ViewReader in) {
      if (in.peek() == '=') {
        in.tag();
        return in.same(Date.class);
      }
      int slot = in.begin(in.offset());
      long[] parts = new long[3];
      Records.read(in, name, number -> parts[number] = in.bits(), 2);
      if (parts[2] < 0 || parts[2] > 999_999_999) {
        throw new RefusedException(parts[2] + " nanoseconds are no part of a second");
      }
      try {
        long millis = Math.multiplyExact(parts[1], 1000L);
        Date date = new Date(Math.addExact(millis, parts[2] / 1_000_000));
        in.built(slot, date);
        return date;
      } catch (ArithmeticException e) {
        throw new RefusedException(parts[1] + " seconds are beyond java.util.Date");
      }
    }
  }

  /** A nullable scalar for one of the wrappers. */
  private record Wrapped(byte[] name, PlainValue scalar) implements PlainValue {
    @Override
    public void write(Object value, ViewWriter out) {
      out.record(name);
      out.field(1);
      scalar.write(value, out);
      out.end();
    }

    @Override
    public Object read(ViewReader in) {
      if (in.peek() == '=') {
        in.tag();
        return in.same(Object.class);
      }
      int slot = in.begin(in.offset());
      Object[] held = new Object[1];
      Records.read(in, name, number -> held[0] = scalar.read(in), 1);
      in.built(slot, held[0]);
      return held[0];
    }
  }
}
