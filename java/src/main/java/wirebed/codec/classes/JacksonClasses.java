package wirebed.codec.classes;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.LRUMap;
import java.io.IOException;
import wirebed.codec.guard.ListedClasses;
import wirebed.tree.Tree;

/**
 * json with Jackson's defaults on classes that were written by hand: public fields and getters, and
 * no unknown properties.
 */
final class JacksonClasses implements ClassCodec {
  private final ObjectMapper mapper;

  JacksonClasses(Tree tree) {
    mapper = JsonMapper.builder().typeFactory(new Listed(tree.loader())).build();
  }

  /** Jackson's own type factory loads any class that a value of {@link Class} names. */
  private static final class Listed extends TypeFactory {
    private static final long serialVersionUID = 1L;

    private final transient ClassLoader loader;

    Listed(ClassLoader parent) {
      super(new LRUMap<>(16, 200));
      loader = new ListedClasses(parent);
    }

    @Override
    public Class<?> findClass(String name) throws ClassNotFoundException {
      return Class.forName(name, false, loader);
    }
  }

  @Override
  public byte[] encode(Object value) throws IOException {
    return mapper.writeValueAsBytes(value);
  }

  @Override
  public Object decode(byte[] wire, Class<?> type) throws IOException {
    return mapper.readValue(wire, type);
  }
}
