package wirebed.published;

import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import com.google.gson.Gson;
import com.polarsparc.data.interchange.Price;
import com.polarsparc.data.interchange.Range;
import com.polarsparc.data.interchange.Stock;
import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.io.xml.StaxDriver;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** S2's systems. Streams are new for each operation; the XStream and the Gson serve all. */
final class StockSerializers {
  private StockSerializers() {}

  /** XStream's default driver writes. Its StAX driver reads into an object that is there. */
  static final class Xml extends Serializer {
    private final Stock value;
    private final boolean reuse;
    private final Stock read = new Stock();
    private XStream out = out();
    private XStream in = in();
    private String xml;

    Xml(Stock value, boolean reuse) {
      super(XStream.class, true);
      this.value = value;
      this.reuse = reuse;
    }

    private static XStream out() {
      return aliases(new XStream());
    }

    private static XStream in() {
      return aliases(new XStream(new StaxDriver()));
    }

    private static XStream aliases(XStream xstream) {
      Class<?>[] classes = {Stock.class, Range.class, Price.class};
      for (Class<?> one : classes) {
        xstream.alias(one.getSimpleName(), one);
      }
      xstream.allowTypes(classes);
      return xstream;
    }

    @Override
    void write() {
      if (!reuse) {
        out = out();
      }
      xml = out.toXML(value);
    }

    @Override
    void read() {
      if (!reuse) {
        in = in();
      }
      found = in.fromXML(xml, read);
    }

    @Override
    void afterWrite() {
      bytes = xml.getBytes(StandardCharsets.UTF_8);
    }
  }

  static final class Json extends Serializer {
    private final Stock value;
    private final boolean reuse;
    private Gson gson = new Gson();
    private String json;

    Json(Stock value, boolean reuse) {
      super(Gson.class, true);
      this.value = value;
      this.reuse = reuse;
    }

    @Override
    void write() {
      json = gson().toJson(value);
    }

    @Override
    void read() {
      found = gson().fromJson(json, Stock.class);
    }

    private Gson gson() {
      if (!reuse) {
        gson = new Gson();
      }
      return gson;
    }

    @Override
    void afterWrite() {
      bytes = json.getBytes(StandardCharsets.UTF_8);
    }
  }

  static final class Hessian extends Serializer {
    private final Stock value;

    Hessian(Stock value) {
      super(Hessian2Output.class);
      this.value = value;
    }

    @Override
    void write() throws IOException {
      ByteArrayOutputStream array = new ByteArrayOutputStream();
      Hessian2Output out = new Hessian2Output(array);
      out.startMessage();
      out.writeObject(value);
      out.completeMessage();
      out.close();
      bytes = array.toByteArray();
    }

    @Override
    void read() throws IOException {
      Hessian2Input in = new Hessian2Input(new ByteArrayInputStream(bytes));
      in.startMessage();
      found = in.readObject();
      in.completeMessage();
      in.close();
    }
  }
}
