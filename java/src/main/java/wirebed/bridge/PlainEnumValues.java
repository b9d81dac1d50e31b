package wirebed.bridge;

import java.util.HashMap;
import java.util.Map;
import wirebed.protocol.PlainEnum;
import wirebed.protocol.PlainEnumValue;
import wirebed.refusal.RefusedException;

/** The constants of one plain enum and their numbers; it cannot hold any other number. */
final class PlainEnumValues implements PlainValue {
  private final Class<?> type;
  private final Map<Integer, Object> constants = new HashMap<>();
  private final int[] numbers;

  PlainEnumValues(PlainEnum plain, Class<?> type) {
    this.type = type;
    Map<String, Enum<?>> byName = new HashMap<>();
    for (Object constant : type.getEnumConstants()) {
      byName.put(((Enum<?>) constant).name(), (Enum<?>) constant);
    }
    numbers = new int[byName.size()];
    for (PlainEnumValue value : plain.getValuesList()) {
      if (!value.getAlias()) {
        Enum<?> constant = byName.get(value.getJavaName());
        constants.put(value.getNumber(), constant);
        numbers[constant.ordinal()] = value.getNumber();
      }
    }
  }

  @Override
  public void write(Object value, ViewWriter out) {
    out.enumeration(numbers[((Enum<?>) type.cast(value)).ordinal()]);
  }

  @Override
  public Object read(ViewReader in) {
    int number = in.enumeration();
    Object constant = constants.get(number);
    if (constant == null) {
      throw new RefusedException(type.getName() + " has no constant of number " + number);
    }
    return constant;
  }
}
