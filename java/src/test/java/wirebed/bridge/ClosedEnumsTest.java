package wirebed.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.DescriptorProtos.Edition;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said without the library is what a library with editions says. */
class ClosedEnumsTest {
  @ParameterizedTest
  @ValueSource(strings = {"proto2", "proto3", "editions"})
  void saysWhatTheLibrarySays(String syntax) throws DescriptorValidationException {
    FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder().setName("a.proto");
    file.setSyntax(syntax);
    if (syntax.equals("editions")) {
      file.setEdition(Edition.EDITION_2023);
    }
    file.addEnumTypeBuilder().setName("Suit").addValueBuilder().setName("CLUBS").setNumber(0);
    var hand = file.addMessageTypeBuilder().setName("Hand");
    hand.addField(field("suit", 1).setTypeName(".Suit"));
    hand.addField(field("name", 2).setType(FieldDescriptorProto.Type.TYPE_STRING));
    FileDescriptor built = FileDescriptor.buildFrom(file.build(), new FileDescriptor[0]);
    for (FieldDescriptor field : built.findMessageTypeByName("Hand").getFields()) {
      assertEquals(field.legacyEnumFieldTreatedAsClosed(), ClosedEnums.hasOne(field));
    }
  }

  private static FieldDescriptorProto.Builder field(String name, int number) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
        .setType(FieldDescriptorProto.Type.TYPE_ENUM);
  }
}
