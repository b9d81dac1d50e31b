package wirebed.codec.streams.guarded;

import java.util.Map;

/** Reads a java.util.LinkedHashMap from an object stream, as {@link HashMap} reads its parent. */
public final class LinkedHashMap extends HashMap {
  private static final long serialVersionUID = 3801124242820219131L;

  @Override
  Map<Object, Object> empty() {
    return new java.util.LinkedHashMap<>();
  }
}
