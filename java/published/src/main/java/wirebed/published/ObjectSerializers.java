package wirebed.published;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.thoughtworks.xstream.XStream;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;

/** S3's systems that take an object of any class. */
final class ObjectSerializers {
  private ObjectSerializers() {}

  static final class JavaStreams extends Serializer {
    private final Object value;

    JavaStreams(Object value) {
      super(ObjectOutputStream.class);
      this.value = value;
    }

    @Override
    void write() throws IOException {
      ByteArrayOutputStream array = new ByteArrayOutputStream();
      ObjectOutputStream out = new ObjectOutputStream(array);
      out.writeObject(value);
      out.close();
      bytes = array.toByteArray();
    }

    @Override
    void read() throws IOException, ClassNotFoundException {
      ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes));
      found = in.readObject();
      in.close();
    }
  }

  static final class Json extends Serializer {
    private final Object value;
    private final boolean reuse;
    private ObjectMapper mapper = new ObjectMapper();

    Json(Object value, boolean reuse) {
      super(ObjectMapper.class, true);
      this.value = value;
      this.reuse = reuse;
    }

    @Override
    void write() throws IOException {
      bytes = mapper().writeValueAsBytes(value);
    }

    @Override
    void read() throws IOException {
      found = mapper().readValue(bytes, value.getClass());
    }

    private ObjectMapper mapper() {
      if (!reuse) {
        mapper = new ObjectMapper();
      }
      return mapper;
    }
  }

  static final class Xml extends Serializer {
    private final XStream xstream = new XStream();
    private final Object value;

    Xml(Object value) {
      super(XStream.class, true);
      this.value = value;
      xstream.allowTypes(new Class<?>[] {value.getClass()});
    }

    @Override
    void write() {
      bytes = xstream.toXML(value).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    void read() {
      found = xstream.fromXML(new ByteArrayInputStream(bytes));
    }
  }

  static final class Jaxb<T> extends Serializer {
    private final JAXBContext context;
    private final JAXBElement<T> value;

    Jaxb(T value, Class<T> type) {
      this(value, type, context(type));
    }

    /** The library is the runtime: the class of the context, and not that of the interface. */
    private Jaxb(T value, Class<T> type, JAXBContext context) {
      super(context.getClass(), true);
      this.value = new JAXBElement<>(new QName(type.getSimpleName()), type, value);
      this.context = context;
    }

    private static JAXBContext context(Class<?> type) {
      try {
        return JAXBContext.newInstance(type);
      } catch (JAXBException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    void write() throws JAXBException {
      ByteArrayOutputStream array = new ByteArrayOutputStream();
      context.createMarshaller().marshal(value, array);
      bytes = array.toByteArray();
    }

    @Override
    void read() throws JAXBException {
      StreamSource source = new StreamSource(new ByteArrayInputStream(bytes));
      found = context.createUnmarshaller().unmarshal(source, value.getDeclaredType()).getValue();
    }
  }
}
