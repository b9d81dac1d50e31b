package wirebed.legacy;

import java.util.HashMap;
import java.util.Map;
import net.sf.json.JSONObject;
import net.sf.json.JsonConfig;
import net.sf.json.util.EnumMorpher;
import net.sf.json.util.JSONTokener;
import net.sf.json.util.JSONUtils;
import wirebed.codec.About;
import wirebed.codec.Codec;
import wirebed.codec.Settings;
import wirebed.codec.Version;
import wirebed.protocol.PlainEnum;
import wirebed.protocol.Setting.Converted;
import wirebed.refusal.TrailingBytesException;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * Plain JSON with Json-Lib as in seed S1: fromObject and toBean with its defaults, except for the
 * types that Java's erasure hides (the elements of collections), the names of properties on the
 * wire, and the forms of the mapping table (proto/README.md).
 */
final class JsonLib implements Codec {
  static final Settings SETTINGS =
      Settings.NONE
          .option(
              "JsonConfig.rootClass, classMap",
              "the classes of the tree",
              "Java erases the types of elements, and Json-Lib makes dynamic beans of them.")
          .option(
              "JsonConfig.propertyNameProcessors",
              "the JSON names",
              "Java cannot spell every name of the schema, and a getter gives another one.")
          .option(
              "JsonConfig.jsonValueProcessors, defaultValueProcessors",
              "Date, BigDecimal, byte[], and null of nullable types",
              "By itself Json-Lib writes a Date by its getters, and null as \"\", 0 or false.")
          .writing(Converted.DATES, Converted.DECIMALS, Converted.BYTES)
          .option(
              "MorpherRegistry",
              "Date, byte[], the enums of the tree",
              "By itself Json-Lib reads the text of a Date as the present time.")
          .reading(Converted.DATES, Converted.BYTES)
          .option(
              "JsonConfig.newBeanInstanceStrategy",
              "the classes of the tree",
              "A property may have any class, and Json-Lib would make it.")
          .option(
              "JsonConfig.javaPropertyFilter",
              "unknown properties",
              "By itself Json-Lib skips only some of them.")
          .code(
              "morphers that Json-Lib registers while it reads are removed",
              "One value would determine how the next ones are read.")
          .guard("what follows the value is refused", "Json-Lib leaves it unread.")
          .and(JsonLibText.GUARDS);

  /** Json-Lib documents no error of JSONObject.toBean(JSONObject, JsonConfig). */
  static final About ABOUT =
      About.of(
              "json",
              "json-lib",
              Version.ofJar("json-lib", "net.sf.json.JSONObject").without("-jdk15"))
          .libraryPackages("net.sf.json.", "net.sf.ezmorph.")
          .typedError(
              "net.sf.json.JSONException",
              "JSONObject.fromObject(Object, JsonConfig), @throws JSONException")
          .settings(SETTINGS);

  private final JsonLibClasses classes;
  private final Map<MessageType, JsonConfig> configs = new HashMap<>();

  JsonLib(Tree tree) {
    classes = new JsonLibClasses(tree);
    JsonLibForms.read();
    for (PlainEnum plain : tree.schema().getEnumsList()) {
      JSONUtils.getMorpherRegistry()
          .registerMorpher(new EnumMorpher(classes.load(plain.getJavaClass())));
    }
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options) {
    return JsonLibText.write(JSONObject.fromObject(value, config(type)));
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws Exception {
    JsonConfig config = config(type);
    JSONTokener text = new JsonLibText(wire);
    JSONObject object = JSONObject.fromObject(text, config);
    if (text.nextClean() != 0) {
      throw new TrailingBytesException();
    }
    try {
      return JSONObject.toBean(object, config);
    } finally {
      classes.forget(config);
    }
  }

  @Override
  public String kept() {
    return "the class's JsonConfig is kept; new are tree, text and array";
  }

  private JsonConfig config(MessageType type) {
    return configs.computeIfAbsent(type, key -> classes.config(key.plainClass()));
  }
}
