// Writes structs as XStream's documents.
#include "bridge/plain_value.h"
#include "codec/pugi.h"
#include "codec/text_forms.h"
#include "codec/xml_pugi.h"
#include "codec/xstream_names.h"
#include "codec/xstream_tree.h"
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
using xstream_tree::Step;
using xstream_tree::Writing;
using Node = pugi::xml_node;

template <class V>
std::string to_text(const Type& type, const Held<V>& value) {
  if constexpr (V::kind == Kind::kEnum) {
    const auto number = static_cast<std::int32_t>(value);
    const meta::EnumValue* known = type.enumeration->find(number);
    if (known == nullptr) plain_value::refuse_unnamed(type.enumeration->name, number);
    return std::string(known->java);
  } else if constexpr (V::kind == Kind::kBytes) {
    return text_forms::from_bytes(value);
  } else if constexpr (V::kind == Kind::kDecimal) {
    return value.text;
  } else if constexpr (V::kind == Kind::kDate) {
    return xstream_text::from_date(*value);
  } else if constexpr (V::kind == Kind::kWrapper) {
    return to_text<meta::Value<V::wrapped>>(type, *value);
  } else if constexpr (V::kind == Kind::kFloat || V::kind == Kind::kDouble) {
    return xstream_text::from_real(value);
  } else if constexpr (V::kind == Kind::kBool) {
    return value ? "true" : "false";
  } else if constexpr (V::kind == Kind::kString) {
    return value;
  } else if constexpr (V::kind == Kind::kUint64) {
    return std::to_string(static_cast<std::int64_t>(value));  // Java holds it in a long
  } else {
    return std::to_string(value);
  }
}

void write(const Class& type, const void* object, Node element, Writing& writing);

// Appends an element with this value to the parent.
template <class V>
void write_value(const Type& type, const Held<V>& value, Node parent, const Step& step, Writing& writing) {
  if constexpr (V::kind == Kind::kMessage) {
    const bool shared = value.use_count() > 1;
    if (const Node element = writing.begin(parent, step, value.get(), shared))
      write(*type.message, value.get(), element, writing);
  } else {
    xstream_tree::set_text(writing.begin(parent, step), to_text<V>(type, value));
  }
  writing.end();
}

// In a collection, a message, a date or a wrapper may be null, and a decimal empty; no other value can.
template <class V>
void write_element(const Type& type, const Held<V>& value, Node parent, std::size_t& count,
                   Writing& writing) {
  if constexpr (V::kind == Kind::kDecimal) {
    if (value.text.empty()) return static_cast<void>(parent.append_child("null"));
  } else if constexpr (meta::kEmptyByItself<V>) {
    if (!value) return static_cast<void>(parent.append_child("null"));
  }
  write_value<V>(type, value, parent, {xstream_names::element_tag(type), ++count}, writing);
}

void write_map(const Field& field, const void* place, Node all, Writing& writing) {
  std::size_t count = 0;
  meta::MapEntries(field, place).each([&](const void* key, const void* value) {
    const Node entry = writing.begin(all, {"entry", ++count});
    std::size_t keys = 0, values = 0;
    meta::visit_key(field.key, [&]<class K>(K) {
      write_element<K>({K::kind}, *static_cast<const Held<K>*>(key), entry, keys, writing);
    });
    meta::visit(field.type, [&]<class V>(V) {
      write_element<V>(field.type, *static_cast<const Held<V>*>(value), entry, values, writing);
    });
    writing.end();
  });
}

template <class V>
void write_elements(const Field& field, const void* place, Node all, Writing& writing) {
  std::size_t count = 0;
  const auto write_all = [&](const auto& values) {
    for (const Held<V>& value : values) write_element<V>(field.type, value, all, count, writing);
  };
  if (field.container != Container::kSet) {
    write_all(*static_cast<const std::vector<Held<V>>*>(place));
  } else if constexpr (meta::kInSets<V>) {
    write_all(*static_cast<const std::set<Held<V>>*>(place));
  }
}

void write(const Class& type, const void* object, Node element, Writing& writing) {
  const std::string* tag = xstream_names::tags_of(type).fields.data();
  for (const Field& field : type.fields) {
    const void* place = meta::at(object, field);
    const Step step{*tag++, 1};
    if (field.container == Container::kSingle) {
      meta::visit(field.type, [&]<class V>(V) {
        const Held<V>* value = plain_value::find<V>(field, place);
        if (value != nullptr) write_value<V>(field.type, *value, element, step, writing);
      });
      continue;
    }
    const Node all = writing.begin(element, step);
    if (field.container == Container::kMap) {
      write_map(field, place, all, writing);
    } else {
      meta::visit(field.type, [&]<class V>(V) { write_elements<V>(field, place, all, writing); });
    }
    writing.end();
  }
}

}  // namespace

About XmlPugi::about() {
  return {.format = "xml",
          .library = "pugixml",
          .version = pugi_codec::version(),
          .library_packages = {pugi_codec::kNamespace},
          .function = pugi_codec::function(),
          .typed_errors = pugi_codec::typed_errors(),
          .settings = {
              pugi_codec::walk(),
              StatedSetting::option("load_buffer", "parse_ws_pcdata_single",
                                    "A text of white space alone is a text. By itself pugixml drops it."),
              pugi_codec::kept_to_refuse(),
              StatedSetting::option("save", "two blanks, format_no_declaration",
                                    "XStream writes documents like this."),
              pugi_codec::depth_guard(),
          }};
}

std::string_view XmlPugi::encode(const Class& type, const void* object, const Options&, Reused& reused) {
  Writing writing(xstream_names::tags_of(type).tag, object);
  write(type, object, writing.root(), writing);
  writing.save(reused);
  return reused;
}

}  // namespace wirebed
