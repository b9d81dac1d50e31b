package wirebed.codec;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import java.math.BigDecimal;
import tools.jackson.databind.json.JsonMapper;
import wirebed.codec.json.JacksonCodec;
import wirebed.codec.json.JacksonNames;
import wirebed.codec.json.JsonNames;
import wirebed.tree.Tree;

/**
 * Plain JSON with the settings of the codec of Jackson 2. Its features are the defaults of Jackson
 * 3: FAIL_ON_EMPTY_BEANS, WRITE_DATES_AS_TIMESTAMPS and FAIL_ON_UNKNOWN_PROPERTIES are off, and
 * FAIL_ON_TRAILING_TOKENS is on.
 */
final class JsonJackson extends JacksonCodec {
  static final Settings SETTINGS =
      Settings.NONE
          .option("annotationIntrospector", "JacksonNames", JsonNames.WHY)
          .option(
              "visibility",
              "fields ANY, creators PUBLIC_ONLY, all else NONE",
              "The names are those of fields. A getter gives other ones: getABC() is `abc`.")
          .option(
              "configOverride(BigDecimal).format",
              "STRING",
              "The mapping table has decimals as texts, which keep their digits in every reader.");

  static final About ABOUT = about("jackson").settings(SETTINGS);

  JsonJackson(Tree tree) {
    super(
        JsonMapper.builder()
            .annotationIntrospector(new JacksonNames(tree.schema()))
            .changeDefaultVisibility(
                checker ->
                    checker
                        .withVisibility(PropertyAccessor.ALL, Visibility.NONE)
                        .withVisibility(PropertyAccessor.FIELD, Visibility.ANY)
                        .withVisibility(PropertyAccessor.CREATOR, Visibility.PUBLIC_ONLY))
            .withConfigOverride(
                BigDecimal.class,
                decimal -> decimal.setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.STRING)))
            .build());
  }
}
