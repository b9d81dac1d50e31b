// Reads structs from XStream's documents. Included by xml_pugi.h.
#pragma once

#include <charconv>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "codec/xml_pugi.h"

namespace wirebed {

template <class V, class Held>
void XmlPugi::of_text(const std::string& text, Held& value) {
  using meta::Kind;
  if constexpr (V::kind == Kind::kEnum) {
    for (const meta::EnumValue& known : meta::Enum<Held>::values) {
      if (!known.alias && known.java == text)
        return static_cast<void>(value = static_cast<Held>(known.number));
    }
    pugi_codec::refuse_value(meta::Enum<Held>::name, text);
  } else if constexpr (V::kind == Kind::kBytes) {
    auto found = text_forms::to_bytes(text);
    if (!found) pugi_codec::refuse_value("base64", text);
    value = std::move(*found);
  } else if constexpr (V::kind == Kind::kDecimal) {
    if (!decimal::is_valid(text)) pugi_codec::refuse_value("a decimal number", text);
    value.text = text;
  } else if constexpr (V::kind == Kind::kDate) {
    value = xstream_text::to_date(text);
    if (!value) pugi_codec::refuse_value("a date of XStream", text);
  } else if constexpr (V::kind == Kind::kWrapper) {
    of_text<meta::Value<V::wrapped>>(text, value.emplace());
  } else if constexpr (V::kind == Kind::kFloat || V::kind == Kind::kDouble) {
    if (!xstream_text::to_real(text, value)) pugi_codec::refuse_value("a number", text);
  } else if constexpr (V::kind == Kind::kBool) {
    if (text != "true" && text != "false") pugi_codec::refuse_value("a boolean", text);
    value = text == "true";
  } else if constexpr (V::kind == Kind::kString) {
    value = text;
  } else {
    using Wire = std::conditional_t<V::kind == Kind::kUint64, std::int64_t, Held>;
    Wire wire{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), wire);
    if (error != std::errc() || end != text.data() + text.size())
      pugi_codec::refuse_value("an integer of this type", text);
    value = static_cast<Held>(wire);
  }
}

template <class T>
std::shared_ptr<T> XmlPugi::Of<T>::decode(std::string_view wire, const Options&) {
  Reading reading(wire, tag());
  std::shared_ptr<T> object;
  try {
    read(reading.root(), object, reading);
  } catch (...) {
    std::vector<Object> parts;  // what was read so far may be a cycle
    if (object != nullptr) PlainView<T>::unlink(*object, parts);
    throw;
  }
  return object;
}

template <class T>
void XmlPugi::Of<T>::read(Node element, std::shared_ptr<T>& object, Reading& reading) {
  if (const Reading::Made* made = reading.referred(element, &tag())) {
    object = std::static_pointer_cast<T>(made->object);
    return;
  }
  object = std::make_shared<T>();
  reading.keep(element, &tag(), object.get(), object);
  reading.enter();
  read_fields(element, *object, reading);
  reading.leave();
}

template <class T>
void XmlPugi::Of<T>::read_fields(Node element, T& object, Reading& reading) {
  using Fields = typename meta::Class<T>::Fields;
  std::vector<bool> seen(Fields::size);
  for (const Node child : element) {
    if (xstream_tree::is_element(child)) read_one(Fields{}, child, object, seen, reading);
  }
}

template <class T>
template <class F>
void XmlPugi::Of<T>::read_field(Node element, T& object, Reading& reading) {
  auto& member = F::get(object);
  if constexpr (F::container == meta::Container::kSingle) {
    read_value<typename F::Element>(element, plain_value::hold<F>(member), reading);
  } else {
    read_collection<F>(element, member, reading);
  }
}

template <class V, class Held>
void XmlPugi::read_value(Node element, Held& value, Reading& reading) {
  using meta::Kind;
  if constexpr (V::kind == Kind::kMessage) {
    Of<typename Held::element_type>::read(element, value, reading);
  } else if constexpr (V::kind == Kind::kDate || V::kind == Kind::kBytes) {
    // The text of the element is read again, which takes as long as a copy of the value.
    static const Kind kind = V::kind;
    if (const Reading::Made* made = reading.referred(element, &kind)) {
      const std::string text =
          xstream_tree::text_of(Node(static_cast<pugi::xml_node_struct*>(const_cast<void*>(made->what))));
      reading.spend(text.size());
      return of_text<V>(text, value);
    }
    of_text<V>(xstream_tree::text_of(element), value);
    reading.keep(element, &kind, element.internal_object());
  } else {
    reading.referred(element, nullptr);
    of_text<V>(xstream_tree::text_of(element), value);
  }
}

// A scalar is read as its declared type, whatever the name of its element; an object as its struct.
template <class V, class Held>
void XmlPugi::read_element(Node element, Held& value, Reading& reading) {
  using meta::Kind;
  const std::string_view name = element.name();
  if (name == "null" && !element.first_child()) {
    if constexpr (V::kind == Kind::kMessage || V::kind == Kind::kDate || V::kind == Kind::kWrapper ||
                  V::kind == Kind::kDecimal)
      return;
    pugi_codec::refuse("null in a collection of " + element_tag<V, Held>());
  }
  const std::string& tag = element_tag<V, Held>();
  const bool fits = name == tag || (xstream_text::is_scalar_tag(tag) && xstream_text::is_scalar_tag(name));
  if (!fits) pugi_codec::refuse("<" + std::string(name) + "> where <" + tag + "> should be");
  read_value<V>(element, value, reading);
}

template <class V, class Held>
std::size_t XmlPugi::size_of_value(const Held& value) {
  using meta::Kind;
  if constexpr (V::kind == Kind::kWrapper) {
    return sizeof value + (value ? size_of_value<meta::Value<V::wrapped>>(*value) : 0);
  } else if constexpr (V::kind == Kind::kString || V::kind == Kind::kBytes) {
    return sizeof value + value.size();
  } else if constexpr (V::kind == Kind::kDecimal) {
    return sizeof value + value.text.size();
  } else {
    return sizeof value;
  }
}

template <class F>
std::size_t XmlPugi::size_of(const typename F::Member& member) {
  using V = typename F::Element;
  std::size_t size = 0;
  if constexpr (F::container == meta::Container::kMap) {
    for (const auto& [key, value] : member)
      size += size_of_value<typename F::Key>(key) + size_of_value<V>(value);
  } else {
    for (const typename F::Member::value_type& value : member) size += size_of_value<V>(value);
  }
  return size;
}

template <class F>
void XmlPugi::read_collection(Node element, typename F::Member& member, Reading& reading) {
  using V = typename F::Element;
  static const char kind = 0;  // its address is this type of member
  if (const Reading::Made* made = reading.referred(element, &kind)) {
    const auto& first = *static_cast<const typename F::Member*>(made->what);
    reading.spend(size_of<F>(first));
    if (&first != &member) member = first;
    return;
  }
  reading.keep(element, &kind, &member);
  for (const Node child : element) {
    if (!xstream_tree::is_element(child)) continue;
    if constexpr (F::container == meta::Container::kMap) {
      const Node key_node = child.first_child(), value_node = key_node.next_sibling();
      if (std::string_view(child.name()) != "entry" || child.first_attribute() || !value_node ||
          value_node.next_sibling() || !xstream_tree::is_element(key_node) ||
          !xstream_tree::is_element(value_node))
        pugi_codec::refuse("<" + std::string(child.name()) + "> where an entry of two should be");
      typename F::Member::key_type key{};
      read_element<typename F::Key>(key_node, key, reading);
      // Read in place: if the value leads back to itself, release() must find it in the map.
      const auto [at, fresh] = member.try_emplace(std::move(key));
      if (!fresh) pugi_codec::refuse("a key a second time");
      read_element<V>(value_node, at->second, reading);
    } else if constexpr (F::container == meta::Container::kSet) {
      typename F::Member::value_type value{};
      read_element<V>(child, value, reading);
      member.insert(member.end(), std::move(value));
    } else if constexpr (V::kind == meta::Kind::kMessage) {
      // Appended before it is read: an object that leads back to itself must be found in the list.
      member.emplace_back();
      const std::size_t at = member.size() - 1;
      read_element<V>(child, member[at], reading);
    } else {
      typename F::Member::value_type value{};
      read_element<V>(child, value, reading);
      member.push_back(std::move(value));
    }
  }
}

}  // namespace wirebed
