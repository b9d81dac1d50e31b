// xml-jaxb: the documents of JAXB with pugixml, from the list of a struct's fields.
//
// As JAXB does, it skips unknown elements and attributes, and accepts elements in any order. Unlike JAXB, it
// refuses a text that is not a value of its type.
#pragma once

#include <charconv>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>

#include "bridge/plain_value.h"
#include "codec.h"
#include "codec/pugi.h"
#include "codec/text_forms.h"
#include "codec/xsd_text.h"
#include "meta.h"

namespace wirebed {

struct XmlJaxb {
  using Node = pugi::xml_node;
  // The structs that are being written, of the types that can contain themselves.
  using Open = std::unordered_set<const void*>;

  static About about();

  // A document of pugixml cannot be reused: loading or filling it again frees all of its memory.
  using Reused = std::string;
  static constexpr Kept kept{.encoding = "the string that is written to", .decoding = ""};

  template <class T>
  struct Of {
    static std::string encode(const T& object, const Options& options);
    static std::string_view encode(const T& object, const Options& options, Reused& reused);
    static std::shared_ptr<T> decode(std::string_view wire, const Options& options);
    static void decode(std::string_view wire, const Options& options, T& object);

    static void write(const T& object, Node element, Open& open);
    static void read(Node element, T& object, int depth);

   private:
    template <class... Fs>
    static void write_all(meta::List<Fs...>, [[maybe_unused]] const T& object, [[maybe_unused]] Node element,
                          [[maybe_unused]] Open& open) {
      (write_field<Fs>(object, element, open), ...);
    }
    // Reads the field of the element's name, if there is one.
    template <class... Fs>
    static void read_one(meta::List<Fs...>, Node element, T& object, int depth) {
      [[maybe_unused]] const std::string_view name = element.name();
      [[maybe_unused]] const auto read = [&](auto field) {
        if (field.names.xml != name) return false;
        read_field<decltype(field)>(element, object, depth);
        return true;
      };
      static_cast<void>((read(Fs{}) || ...));
    }
    template <class F>
    static void write_field(const T& object, Node parent, Open& open);
    template <class F>
    static void read_field(Node element, T& object, int depth);
  };

  template <class V, class Held>
  static void write_value(const Held& value, const char* tag, Node parent, Open& open);
  template <class V, class Held>
  static std::string to_text(const Held& value);
  template <class V, class Held>
  static void read_value(Node element, Held& value, int depth);
  template <class V, class Held>
  static void of_text(std::string&& text, Held& value);

  // The functions below are not templates, so that they are compiled once.
  // Parses a document and returns its root, whose name must be that of the message. Refuses a document type.
  static Node load(std::string_view wire, std::string_view message, pugi::xml_document& document);
  static std::string root_tag(std::string_view message);
  static void enter(const void* object, Open& open);
  static void append(Node parent, const char* tag, const std::string& text);
  static std::string text_of(Node element);
  static Node child_of(Node entry, const char* tag);
  static void check_depth(int depth);
};

template <class T>
std::string XmlJaxb::Of<T>::encode(const T& object, const Options& options) {
  Reused reused;
  encode(object, options, reused);
  return reused;
}

template <class T>
std::string_view XmlJaxb::Of<T>::encode(const T& object, const Options&, Reused& reused) {
  pugi::xml_document document;
  Open open{&object};
  write(object, document.append_child(root_tag(meta::Class<T>::message).c_str()), open);
  pugi_codec::save(document, "", pugi::format_raw, reused);
  return reused;
}

template <class T>
std::shared_ptr<T> XmlJaxb::Of<T>::decode(std::string_view wire, const Options& options) {
  auto object = std::make_shared<T>();
  decode(wire, options, *object);
  return object;
}

template <class T>
void XmlJaxb::Of<T>::decode(std::string_view wire, const Options&, T& object) {
  pugi::xml_document document;
  read(load(wire, meta::Class<T>::message, document), object, 0);
}

template <class T>
void XmlJaxb::Of<T>::write(const T& object, Node element, Open& open) {
  write_all(typename meta::Class<T>::Fields{}, object, element, open);
}

template <class T>
template <class F>
void XmlJaxb::Of<T>::write_field(const T& object, Node parent, Open& open) {
  using V = typename F::Element;
  const char* tag = F::names.xml.data();
  const auto& member = F::get(object);
  if constexpr (F::container == meta::Container::kSingle) {
    if (plain_value::is_there<F>(member)) write_value<V>(plain_value::held<F>(member), tag, parent, open);
  } else if constexpr (F::container == meta::Container::kMap) {
    const Node all = parent.append_child(tag);
    for (const auto& [key, value] : member) {
      const Node entry = Node(all).append_child("entry");
      write_value<typename F::Key>(key, "key", entry, open);
      write_value<V>(value, "value", entry, open);
    }
  } else {
    for (const typename F::Member::value_type& value : member) write_value<V>(value, tag, parent, open);
  }
}

// A null value has no element.
template <class V, class Held>
void XmlJaxb::write_value(const Held& value, const char* tag, Node parent, Open& open) {
  using meta::Kind;
  if constexpr (V::kind == Kind::kMessage) {
    if (value == nullptr) return;
    const bool shared = value.use_count() > 1;
    if (shared) enter(value.get(), open);
    Of<typename Held::element_type>::write(*value, parent.append_child(tag), open);
    if (shared) open.erase(value.get());
  } else if constexpr (V::kind == Kind::kWrapper) {
    if (value) append(parent, tag, to_text<meta::Value<V::wrapped>>(*value));
  } else if constexpr (V::kind == Kind::kDate) {
    if (value) append(parent, tag, xsd_text::from_date(*value));
  } else if constexpr (V::kind == Kind::kDecimal) {
    if (!value.text.empty()) append(parent, tag, xsd_text::from_decimal(value.text));
  } else {
    append(parent, tag, to_text<V>(value));
  }
}

template <class V, class Held>
std::string XmlJaxb::to_text(const Held& value) {
  using meta::Kind;
  if constexpr (V::kind == Kind::kEnum) {
    if (const std::string_view* name = meta::enum_name(value)) return std::string(*name);
    plain_value::refuse_unnamed(meta::Enum<Held>::name, static_cast<std::int32_t>(value));
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

template <class T>
void XmlJaxb::Of<T>::read(Node element, T& object, int depth) {
  check_depth(depth);
  for (const Node child : element) {
    if (child.type() == pugi::node_element) read_one(typename meta::Class<T>::Fields{}, child, object, depth);
  }
}

// If a single field has several elements, the last one counts.
template <class T>
template <class F>
void XmlJaxb::Of<T>::read_field(Node element, T& object, int depth) {
  using V = typename F::Element;
  auto& member = F::get(object);
  if constexpr (F::container == meta::Container::kSingle) {
    read_value<V>(element, plain_value::hold<F>(member), depth);
  } else if constexpr (F::container == meta::Container::kMap) {
    member.clear();
    for (const Node entry : element.children("entry")) {
      typename F::Member::key_type key{};
      read_value<typename F::Key>(child_of(entry, "key"), key, depth);
      read_value<V>(child_of(entry, "value"), member[std::move(key)], depth);
    }
  } else {
    typename F::Member::value_type value{};
    read_value<V>(element, value, depth);
    member.insert(member.end(), std::move(value));
  }
}

template <class V, class Held>
void XmlJaxb::read_value(Node element, Held& value, int depth) {
  if constexpr (V::kind == meta::Kind::kMessage) {
    value = std::make_shared<typename Held::element_type>();
    Of<typename Held::element_type>::read(element, *value, depth + 1);
  } else {
    of_text<V>(text_of(element), value);
  }
}

template <class V, class Held>
void XmlJaxb::of_text(std::string&& text, Held& value) {
  using meta::Kind;
  [[maybe_unused]] const auto bare = [&] { return xsd_text::trimmed(text); };
  if constexpr (V::kind == Kind::kString) {
    value = std::move(text);
  } else if constexpr (V::kind == Kind::kWrapper) {
    of_text<meta::Value<V::wrapped>>(std::move(text), value.emplace());
  } else if constexpr (V::kind == Kind::kEnum) {
    for (const meta::EnumValue& known : meta::Enum<Held>::values) {
      if (!known.alias && known.name == text)
        return static_cast<void>(value = static_cast<Held>(known.number));
    }
    pugi_codec::refuse_value(meta::Enum<Held>::name, text);
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
    using Wire = std::conditional_t<V::kind == Kind::kUint64, std::int64_t, Held>;
    Wire wire{};
    std::string_view digits = bare();
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), wire);
    if (error != std::errc() || end != digits.data() + digits.size())
      pugi_codec::refuse_value("an integer of this type", text);
    value = static_cast<Held>(wire);
  }
}

}  // namespace wirebed
