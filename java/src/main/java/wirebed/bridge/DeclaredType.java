package wirebed.bridge;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A declared type with its type arguments: {@code List<String>} is List with String.
 *
 * <p>An object knows its raw class only (erasure), so the type of its elements must come from the
 * declaration. A wildcard counts as its upper bound, and an unbound type variable as the erasure of
 * its bound.
 */
record DeclaredType(Class<?> raw, List<DeclaredType> arguments) {
  static final DeclaredType OBJECT = of(Object.class);

  static DeclaredType of(Class<?> type) {
    return new DeclaredType(type, List.of());
  }

  /** The type in a class whose type variables have these bindings. */
  static DeclaredType of(Type type, Map<TypeVariable<?>, DeclaredType> bound) {
    if (type instanceof ParameterizedType generic) {
      List<DeclaredType> arguments =
          Arrays.stream(generic.getActualTypeArguments())
              .map(argument -> of(argument, bound))
              .toList();
      return new DeclaredType((Class<?>) generic.getRawType(), arguments);
    } else if (type instanceof WildcardType wildcard) {
      return of(wildcard.getUpperBounds()[0], bound);
    } else if (type instanceof TypeVariable<?> variable) {
      DeclaredType known = bound.get(variable);
      return known != null ? known : of(erasure(variable));
    } else if (type instanceof GenericArrayType array) {
      Class<?> component = of(array.getGenericComponentType(), bound).raw;
      return of(Array.newInstance(component, 0).getClass());
    }
    return of((Class<?>) type);
  }

  private static Class<?> erasure(Type type) {
    if (type instanceof TypeVariable<?> variable) {
      return erasure(variable.getBounds()[0]);
    }
    return type instanceof ParameterizedType generic
        ? (Class<?>) generic.getRawType()
        : (Class<?>) type;
  }

  /** The type of the elements of a collection of this type. */
  DeclaredType element() {
    return argument(Collection.class, 0);
  }

  DeclaredType key() {
    return argument(Map.class, 0);
  }

  DeclaredType value() {
    return argument(Map.class, 1);
  }

  private DeclaredType argument(Class<?> type, int index) {
    DeclaredType declared = as(type);
    return declared == null || declared.arguments.isEmpty()
        ? OBJECT
        : declared.arguments.get(index);
  }

  /** The bindings of the type variables of a class, which is this type's own or a supertype. */
  Map<TypeVariable<?>, DeclaredType> bound(Class<?> type) {
    DeclaredType declared = as(type);
    return declared == null ? Map.of() : declared.bound();
  }

  private Map<TypeVariable<?>, DeclaredType> bound() {
    Map<TypeVariable<?>, DeclaredType> bound = new HashMap<>();
    TypeVariable<?>[] variables = raw.getTypeParameters();
    for (int i = 0; i < arguments.size(); i++) {
      bound.put(variables[i], arguments.get(i));
    }
    return bound;
  }

  /** The supertype of this class, with its type arguments there; null if there is none. */
  private DeclaredType as(Class<?> type) {
    if (raw == type) {
      return this;
    } else if (!type.isAssignableFrom(raw)) {
      return null;
    }
    List<Type> above = new ArrayList<>(List.of(raw.getGenericInterfaces()));
    if (raw.getGenericSuperclass() != null) {
      above.add(raw.getGenericSuperclass());
    }
    for (Type supertype : above) {
      DeclaredType declared = of(supertype, bound()).as(type);
      if (declared != null) {
        return declared;
      }
    }
    return null;
  }
}
