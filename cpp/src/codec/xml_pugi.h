// xml: the documents of XStream with pugixml, from the list of a struct's fields.
//
// A name in a document only has to be that of the declared struct; no class is looked up by it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bridge/plain.h"
#include "bridge/plain_value.h"
#include "codec.h"
#include "codec/pugi.h"
#include "codec/text_forms.h"
#include "codec/xstream_text.h"
#include "codec/xstream_tree.h"
#include "meta.h"

namespace wirebed {

struct XmlPugi {
  static About about();

  // A document of pugixml cannot be reused: loading or filling it again frees all of its memory.
  using Reused = std::string;
  static constexpr Kept kept{.encoding = "the string that is written to", .decoding = ""};

  using Node = pugi::xml_node;
  using Writing = xstream_tree::Writing;
  using Reading = xstream_tree::Reading;

  template <class T>
  struct Of {
    static std::string encode(const T& object, const Options& options);
    static std::string_view encode(const T& object, const Options& options, Reused& reused);
    static std::shared_ptr<T> decode(std::string_view wire, const Options& options);

    static void write(const T& object, Node element, Writing& writing);
    static void read(Node element, std::shared_ptr<T>& object, Reading& reading);
    // The name of the struct's elements. Its address also identifies the type that an element was read as.
    static const std::string& tag();

   private:
    static void read_fields(Node element, T& object, Reading& reading);
    template <class... Fs>
    static void write_all(meta::List<Fs...>, const T& object, [[maybe_unused]] Node element,
                          Writing& writing) {
      (write_field<Fs>(object, element, writing), ...);
    }
    // Reads the field of the element's name, if there is one. `seen` marks the fields that were read.
    template <class... Fs>
    static void read_one(meta::List<Fs...>, Node element, T& object, std::vector<bool>& seen,
                         Reading& reading) {
      [[maybe_unused]] const std::string_view name = element.name();
      [[maybe_unused]] std::size_t number = 0;
      [[maybe_unused]] const auto read = [&](auto field) {
        using F = decltype(field);
        const std::size_t mine = number++;
        if (name != field_tag<F>()) return false;
        if (seen[mine]) pugi_codec::refuse("<" + std::string(name) + "> a second time");
        seen[mine] = true;
        read_field<F>(element, object, reading);
        return true;
      };
      static_cast<void>((read(Fs{}) || ...));
    }
    template <class F>
    static const std::string& field_tag() {
      static const std::string tag = xstream_text::escaped(F::names.java);
      return tag;
    }
    template <class F>
    static void write_field(const T& object, Node element, Writing& writing);
    template <class F>
    static void read_field(Node element, T& object, Reading& reading);
  };

  // The element name of a value in a collection.
  template <class V, class Held>
  static const std::string& element_tag();
  template <class V, class Held>
  static std::string to_text(const Held& value);
  template <class V, class Held>
  static void of_text(const std::string& text, Held& value);

  // Appends an element with this value, or the element `null`, to the parent.
  template <class V, class Held>
  static void write_value(const Held& value, Node parent, const xstream_tree::Step& step, Writing& writing);
  template <class V, class Held>
  static void write_element(const Held& value, Node parent, std::size_t& count, Writing& writing);
  template <class V, class Held>
  static void read_value(Node element, Held& value, Reading& reading);
  template <class V, class Held>
  static void read_element(Node element, Held& value, Reading& reading);
  // The number of bytes of a copy.
  template <class V, class Held>
  static std::size_t size_of_value(const Held& value);
  template <class F>
  static std::size_t size_of(const typename F::Member& member);
  template <class F>
  static void read_collection(Node element, typename F::Member& member, Reading& reading);
};

template <class T>
const std::string& XmlPugi::Of<T>::tag() {
  static const std::string tag = xstream_text::class_tag(meta::Class<T>::java_class);
  return tag;
}

template <class T>
std::string XmlPugi::Of<T>::encode(const T& object, const Options& options) {
  Reused reused;
  encode(object, options, reused);
  return reused;
}

template <class T>
std::string_view XmlPugi::Of<T>::encode(const T& object, const Options&, Reused& reused) {
  Writing writing(tag(), &object);
  write(object, writing.root(), writing);
  writing.save(reused);
  return reused;
}

template <class T>
void XmlPugi::Of<T>::write(const T& object, Node element, Writing& writing) {
  write_all(typename meta::Class<T>::Fields{}, object, element, writing);
}

template <class T>
template <class F>
void XmlPugi::Of<T>::write_field(const T& object, Node element, Writing& writing) {
  using V = typename F::Element;
  const auto& member = F::get(object);
  if constexpr (F::container == meta::Container::kSingle) {
    if (!plain_value::is_there<F>(member)) return;
    write_value<V>(plain_value::held<F>(member), element, {field_tag<F>(), 1}, writing);
  } else {
    const Node all = writing.begin(element, {field_tag<F>(), 1});
    std::size_t count = 0;
    for (const auto& value : member) {
      if constexpr (F::container == meta::Container::kMap) {
        const Node entry = writing.begin(all, {"entry", ++count});
        std::size_t keys = 0, values = 0;
        write_element<typename F::Key>(value.first, entry, keys, writing);
        write_element<V>(value.second, entry, values, writing);
        writing.end();
      } else {
        write_element<V, typename F::Member::value_type>(value, all, count, writing);
      }
    }
    writing.end();
  }
}

template <class V, class Held>
void XmlPugi::write_value(const Held& value, Node parent, const xstream_tree::Step& step, Writing& writing) {
  if constexpr (V::kind == meta::Kind::kMessage) {
    using T = typename Held::element_type;
    const bool shared = value.use_count() > 1;
    if (const Node element = writing.begin(parent, step, value.get(), shared))
      Of<T>::write(*value, element, writing);
  } else {
    xstream_tree::set_text(writing.begin(parent, step), to_text<V>(value));
  }
  writing.end();
}

// In a collection, a message, a date or a wrapper may be null, and a decimal empty; no other value can.
template <class V, class Held>
void XmlPugi::write_element(const Held& value, Node parent, std::size_t& count, Writing& writing) {
  using meta::Kind;
  if constexpr (V::kind == Kind::kDecimal) {
    if (value.text.empty()) return static_cast<void>(parent.append_child("null"));
  } else if constexpr (V::kind == Kind::kMessage || V::kind == Kind::kDate || V::kind == Kind::kWrapper) {
    if (!value) return static_cast<void>(parent.append_child("null"));
  }
  write_value<V>(value, parent, {element_tag<V, Held>(), ++count}, writing);
}

template <class V, class Held>
const std::string& XmlPugi::element_tag() {
  using meta::Kind;
  if constexpr (V::kind == Kind::kMessage) {
    return Of<typename Held::element_type>::tag();
  } else if constexpr (V::kind == Kind::kEnum) {
    static const std::string tag = xstream_text::class_tag(meta::Enum<Held>::java_class);
    return tag;
  } else {
    static const std::string tag(xstream_text::scalar_tag(V::kind == Kind::kWrapper ? V::wrapped : V::kind));
    return tag;
  }
}

template <class V, class Held>
std::string XmlPugi::to_text(const Held& value) {
  using meta::Kind;
  if constexpr (V::kind == Kind::kEnum) {
    for (const meta::EnumValue& known : meta::Enum<Held>::values) {
      if (known.number == static_cast<std::int32_t>(value)) return std::string(known.java);
    }
    plain_value::refuse_unnamed(meta::Enum<Held>::name, static_cast<std::int32_t>(value));
  } else if constexpr (V::kind == Kind::kBytes) {
    return text_forms::from_bytes(value);
  } else if constexpr (V::kind == Kind::kDecimal) {
    return value.text;
  } else if constexpr (V::kind == Kind::kDate) {
    return xstream_text::from_date(*value);
  } else if constexpr (V::kind == Kind::kWrapper) {
    return to_text<meta::Value<V::wrapped>>(*value);
  } else if constexpr (V::kind == Kind::kFloat || V::kind == Kind::kDouble) {
    return xstream_text::from_real(value);
  } else if constexpr (V::kind == Kind::kBool) {
    return value ? "true" : "false";
  } else if constexpr (V::kind == Kind::kString) {
    return value;
  } else {
    // Java holds an unsigned 64-bit integer in a long.
    if constexpr (V::kind == Kind::kUint64) return std::to_string(static_cast<std::int64_t>(value));
    return std::to_string(value);
  }
}

}  // namespace wirebed

#include "codec/xml_pugi_read.h"
