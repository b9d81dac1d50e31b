// The text of one value in xml-jaxb: that of the XML schema's type, and for enums the name of the value.
#pragma once

#include <charconv>
#include <string>
#include <type_traits>
#include <utility>

#include "bridge/plain_value.h"
#include "codec/pugi.h"
#include "codec/text_forms.h"
#include "codec/xsd_text.h"
#include "values.h"

namespace wirebed::xml_jaxb_text {

using meta::Held;
using meta::Kind;

// Of a value that is not empty.
template <class V>
std::string from_value(const meta::Type& type, const Held<V>& value) {
  if constexpr (V::kind == Kind::kEnum) {
    const auto number = static_cast<std::int32_t>(value);
    const meta::EnumValue* known = type.enumeration->find(number);
    if (known == nullptr) plain_value::refuse_unnamed(type.enumeration->name, number);
    return std::string(known->name);
  } else if constexpr (V::kind == Kind::kWrapper) {
    return from_value<meta::Value<V::wrapped>>(type, *value);
  } else if constexpr (V::kind == Kind::kDate) {
    return xsd_text::from_date(*value);
  } else if constexpr (V::kind == Kind::kDecimal) {
    return xsd_text::from_decimal(value.text);
  } else if constexpr (V::kind == Kind::kBytes) {
    return text_forms::from_bytes(value);
  } else if constexpr (V::kind == Kind::kFloat || V::kind == Kind::kDouble) {
    return xsd_text::from_real(value);
  } else if constexpr (V::kind == Kind::kBool) {
    return value ? "true" : "false";
  } else if constexpr (V::kind == Kind::kString) {
    return value;
  } else if constexpr (V::kind == Kind::kUint64) {
    return std::to_string(static_cast<std::int64_t>(value));  // the long that Java's class holds
  } else {
    return std::to_string(value);
  }
}

inline void to_enum(const meta::Enum& type, const std::string& text, meta::AnyEnum& value) {
  for (const meta::EnumValue& known : type.values) {
    if (!known.alias && known.name == text)
      return static_cast<void>(value = static_cast<meta::AnyEnum>(known.number));
  }
  pugi_codec::refuse_value(type.name, text);
}

template <class Wire>
Wire to_integer(const std::string& text) {
  Wire wire{};
  std::string_view digits = xsd_text::trimmed(text);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), wire);
  if (error != std::errc() || end != digits.data() + digits.size())
    pugi_codec::refuse_value("an integer of this type", text);
  return wire;
}

template <class V>
void to_value(const meta::Type& type, std::string&& text, Held<V>& value) {
  [[maybe_unused]] const auto bare = [&] { return xsd_text::trimmed(text); };
  if constexpr (V::kind == Kind::kString) {
    value = std::move(text);
  } else if constexpr (V::kind == Kind::kWrapper) {
    to_value<meta::Value<V::wrapped>>(type, std::move(text), value.emplace());
  } else if constexpr (V::kind == Kind::kEnum) {
    to_enum(*type.enumeration, text, value);
  } else if constexpr (V::kind == Kind::kBytes) {
    auto found = text_forms::to_bytes(xsd_text::without_blanks(text));
    if (!found) pugi_codec::refuse_value("xs:base64Binary", text);
    value = std::move(*found);
  } else if constexpr (V::kind == Kind::kDecimal) {
    if (!xsd_text::is_decimal(bare())) pugi_codec::refuse_value("xs:decimal", text);
    value.text = bare();
  } else if constexpr (V::kind == Kind::kDate) {
    value = xsd_text::to_date(bare());
    if (!value) pugi_codec::refuse_value("xs:dateTime with a zone", text);
  } else if constexpr (V::kind == Kind::kFloat || V::kind == Kind::kDouble) {
    if (!xsd_text::to_real(bare(), value)) pugi_codec::refuse_value("xs:double", text);
  } else if constexpr (V::kind == Kind::kBool) {
    const std::string_view word = bare();
    if (word != "true" && word != "false" && word != "1" && word != "0")
      pugi_codec::refuse_value("xs:boolean", text);
    value = word == "true" || word == "1";
  } else {
    using Wire = std::conditional_t<V::kind == Kind::kUint64, std::int64_t, Held<V>>;
    value = static_cast<Held<V>>(to_integer<Wire>(text));
  }
}

}  // namespace wirebed::xml_jaxb_text
