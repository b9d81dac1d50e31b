// Reads structs from XStream's documents.
#include <charconv>
#include <type_traits>
#include <utility>

#include "bridge/plain.h"
#include "codec/pugi.h"
#include "codec/text_forms.h"
#include "codec/xml_pugi.h"
#include "codec/xstream_names.h"
#include "codec/xstream_tree.h"
#include "decimal_text.h"
#include "map_entries.h"
#include "values.h"

namespace wirebed {

namespace {

using meta::Class;
using meta::Container;
using meta::Field;
using meta::Held;
using meta::Kind;
using meta::Type;
using pugi_codec::refuse;
using pugi_codec::refuse_value;
using xstream_tree::Reading;
using Node = pugi::xml_node;

void of_text(const meta::Enum& type, const std::string& text, meta::AnyEnum& value) {
  for (const meta::EnumValue& known : type.values) {
    if (!known.alias && known.java == text)
      return static_cast<void>(value = static_cast<meta::AnyEnum>(known.number));
  }
  refuse_value(type.name, text);
}

template <class V>
void of_text(const Type& type, const std::string& text, Held<V>& value) {
  if constexpr (V::kind == Kind::kEnum) {
    of_text(*type.enumeration, text, value);
  } else if constexpr (V::kind == Kind::kBytes) {
    auto found = text_forms::to_bytes(text);
    if (!found) refuse_value("base64", text);
    value = std::move(*found);
  } else if constexpr (V::kind == Kind::kDecimal) {
    if (!decimal::is_valid(text)) refuse_value("a decimal number", text);
    value.text = text;
  } else if constexpr (V::kind == Kind::kDate) {
    value = xstream_text::to_date(text);
    if (!value) refuse_value("a date of XStream", text);
  } else if constexpr (V::kind == Kind::kWrapper) {
    of_text<meta::Value<V::wrapped>>(type, text, value.emplace());
  } else if constexpr (V::kind == Kind::kFloat || V::kind == Kind::kDouble) {
    if (!xstream_text::to_real(text, value)) refuse_value("a number", text);
  } else if constexpr (V::kind == Kind::kBool) {
    if (text != "true" && text != "false") refuse_value("a boolean", text);
    value = text == "true";
  } else if constexpr (V::kind == Kind::kString) {
    value = text;
  } else {
    using Wire = std::conditional_t<V::kind == Kind::kUint64, std::int64_t, Held<V>>;
    Wire wire{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), wire);
    if (error != std::errc() || end != text.data() + text.size())
      refuse_value("an integer of this type", text);
    value = static_cast<Held<V>>(wire);
  }
}

void read(const Class& type, Node element, Object& object, Reading& reading);

template <class V>
void read_value(const Type& type, Node element, Held<V>& value, Reading& reading) {
  if constexpr (V::kind == Kind::kMessage) {
    read(*type.message, element, value, reading);
  } else if constexpr (V::kind == Kind::kDate || V::kind == Kind::kBytes) {
    // The text of the element is read again, which takes as long as a copy of the value.
    static const Kind kind = V::kind;
    if (const Reading::Made* made = reading.referred(element, &kind)) {
      const std::string text =
          xstream_tree::text_of(Node(static_cast<pugi::xml_node_struct*>(const_cast<void*>(made->what))));
      reading.spend(text.size());
      return of_text<V>(type, text, value);
    }
    of_text<V>(type, xstream_tree::text_of(element), value);
    reading.keep(element, &kind, element.internal_object());
  } else {
    reading.referred(element, nullptr);
    of_text<V>(type, xstream_tree::text_of(element), value);
  }
}

// A scalar is read as its declared type, whatever the name of its element; an object as its struct.
template <class V>
void read_element(const Type& type, Node element, Held<V>& value, Reading& reading) {
  const std::string_view name = element.name();
  const std::string_view tag = xstream_names::element_tag(type);
  if (name == "null" && !element.first_child()) {
    if constexpr (meta::kEmptyByItself<V> || V::kind == Kind::kDecimal) return;
    refuse("null in a collection of " + std::string(tag));
  }
  const bool fits = name == tag || (xstream_text::is_scalar_tag(tag) && xstream_text::is_scalar_tag(name));
  if (!fits) refuse("<" + std::string(name) + "> where <" + std::string(tag) + "> should be");
  read_value<V>(type, element, value, reading);
}

// The number of bytes of a copy.
template <class V>
std::size_t size_of(const Held<V>& value) {
  if constexpr (V::kind == Kind::kWrapper) {
    return sizeof value + (value ? size_of<meta::Value<V::wrapped>>(*value) : 0);
  } else if constexpr (V::kind == Kind::kString || V::kind == Kind::kBytes) {
    return sizeof value + value.size();
  } else if constexpr (V::kind == Kind::kDecimal) {
    return sizeof value + value.text.size();
  } else {
    return sizeof value;
  }
}

// Copies a map, list or set that was read before.
void copy_map(const Field& field, const void* from, void* to, Reading& reading) {
  std::size_t size = 0;
  meta::MapEntries(field, from).each([&](const void* key, const void* value) {
    size +=
        meta::visit_key(field.key, [&]<class K>(K) { return size_of<K>(*static_cast<const Held<K>*>(key)); });
    size +=
        meta::visit(field.type, [&]<class V>(V) { return size_of<V>(*static_cast<const Held<V>*>(value)); });
  });
  reading.spend(size);
  if (from == to) return;
  const meta::MapEntries entries(field, to);
  entries.clear();
  meta::MapEntries(field, from).each([&](const void* key, const void* value) {
    void* place = meta::visit_key(field.key, [&]<class K>(K) {
      Held<K> copy = *static_cast<const Held<K>*>(key);
      return entries.add(copy).value;
    });
    meta::visit(field.type,
                [&]<class V>(V) { *static_cast<Held<V>*>(place) = *static_cast<const Held<V>*>(value); });
  });
}

template <class V, class Values>
void copy_values(const Values& from, Values& to, Reading& reading) {
  std::size_t size = 0;
  for (const Held<V>& value : from) size += size_of<V>(value);
  reading.spend(size);
  if (&from != &to) to = from;
}

void read_map(const Field& field, Node element, void* place, Reading& reading) {
  const meta::MapEntries entries(field, place);
  for (const Node child : element) {
    if (!xstream_tree::is_element(child)) continue;
    const Node key_node = child.first_child(), value_node = key_node.next_sibling();
    if (std::string_view(child.name()) != "entry" || child.first_attribute() || !value_node ||
        value_node.next_sibling() || !xstream_tree::is_element(key_node) ||
        !xstream_tree::is_element(value_node))
      refuse("<" + std::string(child.name()) + "> where an entry of two should be");
    // Read in place: if the value leads back to itself, release() must find it in the map.
    const meta::MapFunctions::Found found = meta::visit_key(field.key, [&]<class K>(K) {
      Held<K> key{};
      read_element<K>({K::kind}, key_node, key, reading);
      return entries.add(key);
    });
    if (!found.added) refuse("a key a second time");
    meta::visit(field.type, [&]<class V>(V) {
      read_element<V>(field.type, value_node, *static_cast<Held<V>*>(found.value), reading);
    });
  }
}

template <class V, class Values>
void read_values(const Type& type, Node element, Values& values, Reading& reading) {
  for (const Node child : element) {
    if (!xstream_tree::is_element(child)) continue;
    if constexpr (V::kind == Kind::kMessage) {
      // Appended before it is read: an object that leads back to itself must be found in the list.
      values.emplace_back();
      const std::size_t at = values.size() - 1;
      read_element<V>(type, child, values[at], reading);
    } else {
      Held<V> value{};
      read_element<V>(type, child, value, reading);
      values.insert(values.end(), std::move(value));
    }
  }
}

// A reference leads to a collection of the same field; the address of the field identifies it.
void read_collection(const Field& field, Node element, void* place, Reading& reading) {
  const Reading::Made* made = reading.referred(element, &field);
  if (made == nullptr) reading.keep(element, &field, place);
  if (field.container == Container::kMap) {
    made != nullptr ? copy_map(field, made->what, place, reading) : read_map(field, element, place, reading);
    return;
  }
  meta::visit(field.type, [&]<class V>(V) {
    const auto copy_or_read = [&]<class Values>(std::type_identity<Values>) {
      auto& values = *static_cast<Values*>(place);
      if (made != nullptr) return copy_values<V>(*static_cast<const Values*>(made->what), values, reading);
      read_values<V>(field.type, element, values, reading);
    };
    if (field.container != Container::kSet) {
      copy_or_read(std::type_identity<std::vector<Held<V>>>());
    } else if constexpr (meta::kInSets<V>) {
      copy_or_read(std::type_identity<std::set<Held<V>>>());
    }
  });
}

void read_fields(const Class& type, Node element, void* object, Reading& reading) {
  const std::vector<std::string>& tags = xstream_names::tags_of(type).fields;
  std::vector<bool> seen(tags.size());
  for (const Node child : element) {
    if (!xstream_tree::is_element(child)) continue;
    const std::string_view name = child.name();
    std::size_t at = 0;
    while (at < tags.size() && name != tags[at]) ++at;
    if (at == tags.size()) continue;
    if (seen[at]) refuse("<" + std::string(name) + "> a second time");
    seen[at] = true;
    const Field& field = type.fields[at];
    void* place = meta::at(object, field);
    if (field.container != Container::kSingle) {
      read_collection(field, child, place, reading);
    } else {
      meta::visit(field.type, [&]<class V>(V) {
        read_value<V>(field.type, child, meta::hold<V>(field, place), reading);
      });
    }
  }
}

void read(const Class& type, Node element, Object& object, Reading& reading) {
  if (const Reading::Made* made = reading.referred(element, &type)) {
    object = made->object;
    return;
  }
  void* const made = type.make_in(object);
  reading.keep(element, &type, made, object);
  reading.enter();
  read_fields(type, element, made, reading);
  reading.leave();
}

}  // namespace

Object XmlPugi::decode(const Class& type, std::string_view wire, const Options&) {
  Reading reading(wire, xstream_names::tags_of(type).tag);
  Object object;
  try {
    read(type, reading.root(), object, reading);
  } catch (...) {
    std::vector<Object> parts;  // what was read so far may be a cycle
    if (object != nullptr) PlainView::unlink(type, object.get(), parts);
    throw;
  }
  return object;
}

}  // namespace wirebed
