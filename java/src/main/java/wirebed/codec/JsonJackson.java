package wirebed.codec;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import wirebed.codec.json.JacksonCodec;
import wirebed.codec.json.JacksonNames;
import wirebed.codec.json.JsonNames;
import wirebed.tree.Tree;

/** Plain JSON with Jackson's defaults, except where the mapping table differs (proto/README.md). */
final class JsonJackson extends JacksonCodec {
  static final Settings SETTINGS =
      Settings.NONE
          .option("annotationIntrospector", "JacksonNames", JsonNames.WHY)
          .option(
              "visibility",
              "fields ANY, creators PUBLIC_ONLY, all else NONE",
              "The names are those of fields. A getter gives other ones: getABC() is `abc`.")
          .option(
              "SerializationFeature.FAIL_ON_EMPTY_BEANS",
              false,
              "A message without fields is `{}`, as in every other language.")
          .option(
              "SerializationFeature.WRITE_DATES_AS_TIMESTAMPS",
              false,
              "The mapping table has dates in ISO 8601.")
          .option(
              "DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES",
              false,
              "Readers skip fields that they do not know, so that schemas can change.")
          .option(
              "DeserializationFeature.FAIL_ON_TRAILING_TOKENS",
              true,
              "Other readers refuse what follows the value.")
          .option(
              "configOverride(BigDecimal).format",
              "STRING",
              "The mapping table has decimals as texts, which keep their digits in every reader.");

  static final About ABOUT = about("jackson").settings(SETTINGS);

  JsonJackson(Tree tree) {
    super(
        JsonMapper.builder()
            .annotationIntrospector(new JacksonNames(tree.schema()))
            .visibility(PropertyAccessor.ALL, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .visibility(PropertyAccessor.CREATOR, Visibility.PUBLIC_ONLY)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .withConfigOverride(
                BigDecimal.class,
                decimal -> decimal.setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.STRING)))
            .build());
  }
}
