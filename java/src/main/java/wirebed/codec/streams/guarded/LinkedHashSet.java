package wirebed.codec.streams.guarded;

import java.util.Set;

/** Reads a java.util.LinkedHashSet from an object stream, as {@link HashSet} reads its parent. */
public final class LinkedHashSet extends HashSet {
  private static final long serialVersionUID = -2851667679971038690L;

  @Override
  Set<Object> empty() {
    return new java.util.LinkedHashSet<>();
  }
}
