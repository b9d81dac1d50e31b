package wirebed.legacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import net.sf.ezmorph.bean.MorphDynaBean;
import net.sf.json.JSONException;
import org.junit.jupiter.api.Test;
import wirebed.bridge.Limits;
import wirebed.codec.classes.ClassCodec;
import wirebed.refusal.InvalidUtf8Exception;
import wirebed.tree.Tree;

/** Json-Lib's defaults, which json/json-lib of classes leaves as they are. */
class JsonLibDefaultsTest {
  private static final ClassCodec JSON_LIB =
      Legacy.DESCRIPTION
          .classCodecs()
          .get(0)
          .open()
          .apply(new Tree(Path.of("../../build/trees/interop")));

  /** Two properties, and a public field. */
  public static final class Bean {
    public int field = 1;

    private String text;
    private List<Bean> beans;

    public String getText() {
      return text;
    }

    public void setText(String text) {
      this.text = text;
    }

    public List<Bean> getBeans() {
      return beans;
    }

    public void setBeans(List<Bean> beans) {
      this.beans = beans;
    }
  }

  private static Bean read(byte[] json) throws Exception {
    return (Bean) JSON_LIB.decode(json, Bean.class);
  }

  private static Bean read(String json) throws Exception {
    return read(json.getBytes(StandardCharsets.UTF_8));
  }

  private static String written(Object value) throws Exception {
    return new String(JSON_LIB.encode(value), StandardCharsets.UTF_8);
  }

  @Test
  void nullIsWrittenAsADefaultAndAPublicFieldIsNot() throws Exception {
    assertEquals("{\"beans\":[],\"text\":\"\"}", written(new Bean()));
  }

  @Test
  void anElementIsADynamicBean() throws Exception {
    List<?> beans = read("{\"beans\":[{\"text\":\"é\"}]}").getBeans();
    assertEquals("é", ((MorphDynaBean) beans.get(0)).get("text"));
  }

  @Test
  void someUnknownPropertiesAreSkipped() throws Exception {
    assertEquals(1, read("{\"field\":2,\"other\":\"x\"}").field);
    for (String json : List.of("{\"field\":null}", "{\"field\":[]}", "{\"field\":{}}")) {
      assertThrows(JSONException.class, () -> read(json), json);
    }
  }

  @Test
  void whatFollowsTheValueIsLeftUnread() throws Exception {
    assertEquals("x", read("{\"text\":\"x\"}{}").getText());
  }

  @Test
  void theGuardsRefuse() {
    assertThrows(Limits.TooLong.class, () -> read("{\"other\":" + "9".repeat(10_001) + "}"));
    assertThrows(JSONException.class, () -> read("{\"x\":".repeat(301) + "1" + "}".repeat(301)));
    assertThrows(InvalidUtf8Exception.class, () -> read(new byte[] {'{', (byte) 0xff, '}'}));
  }
}
