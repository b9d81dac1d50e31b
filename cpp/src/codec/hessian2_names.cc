// The names of classes, enums and arrays.
#include "codec/hessian2_names.h"

namespace wirebed::hessian2_codec {

using meta::Kind;

namespace {

bool is_first(const meta::Field& field) {
  if (field.container != meta::Container::kSingle) return false;
  const Kind kind = field.type.kind == Kind::kWrapper ? field.type.wrapped : field.type.kind;
  return kind >= Kind::kInt32 && kind <= Kind::kString;
}

std::vector<meta::Field> in_order(const meta::Class& type) {
  std::vector<meta::Field> fields;
  for (const bool first : {true, false}) {
    for (const meta::Field& field : type.fields) {
      if (is_first(field) == first) fields.push_back(field);
    }
  }
  return fields;
}

std::vector<std::string_view> java_names(const std::vector<meta::Field>& fields) {
  std::vector<std::string_view> names;
  for (const meta::Field& field : fields) names.push_back(field.java);
  return names;
}

constexpr std::string_view boxed_array(Kind kind) {
  switch (kind) {
    case Kind::kInt32:
      return "[java.lang.Integer";
    case Kind::kUint32:
    case Kind::kInt64:
    case Kind::kUint64:
      return "[java.lang.Long";
    case Kind::kBool:
      return "[java.lang.Boolean";
    case Kind::kFloat:
      return "[java.lang.Float";
    case Kind::kDouble:
      return "[java.lang.Double";
    case Kind::kString:
      return "[string";
    default:
      return "[[byte";
  }
}

constexpr std::string_view primitive_array(Kind kind) {
  switch (kind) {
    case Kind::kInt32:
      return "[int";
    case Kind::kUint32:
    case Kind::kInt64:
    case Kind::kUint64:
      return "[long";
    case Kind::kBool:
      return "[boolean";
    case Kind::kFloat:
      return "[float";
    case Kind::kDouble:
      return "[double";
    case Kind::kString:
      return "[string";
    case Kind::kBytes:
      return "[[byte";
    case Kind::kDate:
      return "[date";
    default:
      return "[java.math.BigDecimal";
  }
}

}  // namespace

ClassNames::ClassNames(const meta::Class& type)
    : type(type),
      fields(in_order(type)),
      shape(type.java_class, java_names(fields)),
      array("[" + std::string(type.java_class)) {}

EnumNames::EnumNames(const meta::Enum& type)
    : shape(type.java_class, {"name"}), array("[" + std::string(type.java_class)) {}

const Shape decimal_shape{"java.math.BigDecimal", {"value"}};
const Shape float_shape{"com.caucho.hessian.io.FloatHandle", {"_value"}};

std::string_view array_type(const meta::Type& type) {
  switch (type.kind) {
    case Kind::kMessage:
      return names_of(*type.message).array;
    case Kind::kEnum:
      return names_of(*type.enumeration).array;
    case Kind::kWrapper:
      return boxed_array(type.wrapped);
    default:
      return primitive_array(type.kind);
  }
}

}  // namespace wirebed::hessian2_codec
