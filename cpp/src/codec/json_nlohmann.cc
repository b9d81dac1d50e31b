// Walks over the fields of a struct and the library's own tree of JSON values.
#include "codec/json_nlohmann.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>

#include "bridge/plain_value.h"
#include "codec/text_forms.h"
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
using Written = nlohmann::ordered_json;  // fields in order of declaration
using Parsed = nlohmann::json;
// The structs that are being written, of the types that can contain themselves.
using Open = std::unordered_set<const void*>;

// For the types that the library itself converts to JSON.
template <class V>
constexpr bool kNative = V::kind >= Kind::kInt32&& V::kind <= Kind::kString;

Written to_json(const Class& type, const void* object, Open& open);

Written to_json(const Class& type, const Object& object, Open& open) {
  if (object == nullptr) return nullptr;
  if (object.use_count() == 1) return to_json(type, object.get(), open);
  if (!open.insert(object.get()).second) throw Refusal(FailureStage::kWrite, "JSON cannot hold a cycle");
  Written json = to_json(type, object.get(), open);
  open.erase(object.get());
  return json;
}

template <class V>
Written value_to_json(const Type& type, const Held<V>& value, Open& open) {
  if constexpr (V::kind == Kind::kMessage) {
    return to_json(*type.message, value, open);
  } else if constexpr (V::kind == Kind::kEnum) {
    const auto number = static_cast<std::int32_t>(value);
    const meta::EnumValue* known = type.enumeration->find(number);
    if (known == nullptr) plain_value::refuse_unnamed(type.enumeration->name, number);
    return known->name;
  } else if constexpr (V::kind == Kind::kBytes) {
    return text_forms::from_bytes(value);
  } else if constexpr (V::kind == Kind::kDecimal) {
    return value.text.empty() ? Written(nullptr) : Written(value.text);
  } else if constexpr (V::kind == Kind::kDate) {
    return value ? Written(text_forms::from_date(*value)) : Written(nullptr);
  } else if constexpr (V::kind == Kind::kWrapper) {
    return value ? value_to_json<meta::Value<V::wrapped>>(type, *value, open) : Written(nullptr);
  } else {
    return value;
  }
}

// The names of a struct's fields, and the keys of a std::map, are distinct. So this skips the search for an
// equal name that ordered_json makes.
void add(Written& object, std::string_view name, Written&& value) {
  auto& members = object.get_ref<Written::object_t&>();
  members.Written::object_t::Container::emplace_back(std::string(name), std::move(value));
}

Written map_to_json(const Field& field, const void* place, Open& open) {
  Written json = Written::object();
  meta::MapEntries(field, place).each([&](const void* key, const void* value) {
    const std::string name = meta::visit_key(
        field.key, [&]<class K>(K) { return text_forms::from_key(*static_cast<const Held<K>*>(key)); });
    meta::visit(field.type, [&]<class V>(V) {
      add(json, name, value_to_json<V>(field.type, *static_cast<const Held<V>*>(value), open));
    });
  });
  return json;
}

template <class V, class Values>
Written values_to_json(const Type& type, const Values& values, Open& open) {
  if constexpr (kNative<V>) {
    return values;
  } else {
    Written json = Written::array();
    for (const auto& value : values) json.push_back(value_to_json<V>(type, value, open));
    return json;
  }
}

template <class V>
Written field_to_json(const Field& field, const void* place, Open& open) {
  if (field.container == Container::kSingle) {
    const Held<V>* value = plain_value::find<V>(field, place);
    return value == nullptr ? Written(nullptr) : value_to_json<V>(field.type, *value, open);
  }
  if (field.container == Container::kSet) {
    if constexpr (meta::kInSets<V>) {
      return values_to_json<V>(field.type, *static_cast<const std::set<Held<V>>*>(place), open);
    }
  }
  return values_to_json<V>(field.type, *static_cast<const std::vector<Held<V>>*>(place), open);
}

Written to_json(const Class& type, const void* object, Open& open) {
  Written json = Written::object();
  for (const Field& field : type.fields) {
    const void* place = meta::at(object, field);
    if (field.container == Container::kMap) {
      add(json, field.json, map_to_json(field, place, open));
    } else {
      meta::visit(field.type,
                  [&]<class V>(V) { add(json, field.json, field_to_json<V>(field, place, open)); });
    }
  }
  return json;
}

// Returns json as an array, an object or a text. For another type it throws the library's own exception.
const Parsed::array_t& array_of(const Parsed& json) { return json.get_ref<const Parsed::array_t&>(); }
const Parsed::object_t& object_of(const Parsed& json) { return json.get_ref<const Parsed::object_t&>(); }
const std::string& text_of(const Parsed& json) { return json.get_ref<const std::string&>(); }

[[noreturn]] void refuse(const char* what, const std::string& text) {
  throw Refusal(FailureStage::kParse, "not " + std::string(what) + ": " + text);
}

template <class Found>
Found& require(std::optional<Found>& found, const char* what, const std::string& text) {
  if (!found) refuse(what, text);
  return *found;
}

void from_json(const Class& type, const Parsed& json, void* object, int depth);

template <class V>
void value_from_json(const Type& type, const Parsed& json, Held<V>& value, int depth) {
  if constexpr (V::kind == Kind::kMessage) {
    if (json.is_null()) return;
    from_json(*type.message, json, type.message->make_in(value), depth + 1);
  } else if constexpr (V::kind == Kind::kEnum) {
    const std::string& name = text_of(json);
    for (const meta::EnumValue& known : type.enumeration->values) {
      if (known.name == name) return static_cast<void>(value = static_cast<meta::AnyEnum>(known.number));
    }
    refuse("a value of the enum", name);
  } else if constexpr (V::kind == Kind::kBytes) {
    auto found = text_forms::to_bytes(text_of(json));
    value = std::move(require(found, "base64", text_of(json)));
  } else if constexpr (V::kind == Kind::kDecimal) {
    if (json.is_null()) return;
    value.text = text_of(json);
    if (!value.text.empty() && !decimal::is_valid(value.text)) refuse("a decimal number", value.text);
  } else if constexpr (V::kind == Kind::kDate) {
    if (json.is_null()) return;
    auto found = text_forms::to_date(text_of(json));
    value = require(found, "a date by ISO 8601", text_of(json));
  } else if constexpr (V::kind == Kind::kWrapper) {
    if (json.is_null()) return;
    value_from_json<meta::Value<V::wrapped>>(type, json, value.emplace(), depth);
  } else {
    json.get_to(value);
  }
}

void map_from_json(const Field& field, const Parsed& json, void* place, int depth) {
  const meta::MapEntries entries(field, place);
  for (const auto& [name, member] : object_of(json)) {
    void* value = meta::visit_key(field.key, [&]<class K>(K) {
      auto key = text_forms::to_key<Held<K>>(name);
      return entries.add(require(key, "a key of this map", name)).value;
    });
    meta::visit(field.type, [&]<class V>(V) {
      value_from_json<V>(field.type, member, *static_cast<Held<V>*>(value), depth);
    });
  }
}

template <class V>
void field_from_json(const Field& field, const Parsed& json, void* place, int depth) {
  const auto read_all = [&](auto& values) {
    for (const Parsed& element : array_of(json)) {
      Held<V> value{};
      value_from_json<V>(field.type, element, value, depth);
      values.insert(values.end(), std::move(value));
    }
  };
  if (field.container == Container::kSingle) {
    if (field.optional && json.is_null()) return;
    value_from_json<V>(field.type, json, meta::hold<V>(field, place), depth);
  } else if (field.container != Container::kSet) {
    read_all(*static_cast<std::vector<Held<V>>*>(place));
  } else if constexpr (meta::kInSets<V>) {
    read_all(*static_cast<std::set<Held<V>>*>(place));
  }
}

void from_json(const Class& type, const Parsed& json, void* object, int depth) {
  if (depth > view::kMaxDepth) throw Refusal(FailureStage::kParse, "the JSON is nested too deep");
  std::string_view current;  // the field that is being read
  try {
    const Parsed::object_t& members = object_of(json);
    for (const Field& field : type.fields) {
      current = field.json;
      const auto member = members.find(current);
      if (member == members.end()) continue;
      void* place = meta::at(object, field);
      if (field.container == Container::kMap) {
        map_from_json(field, member->second, place, depth);
      } else {
        meta::visit(field.type, [&]<class V>(V) { field_from_json<V>(field, member->second, place, depth); });
      }
    }
  } catch (const Parsed::exception& error) {
    throw Refusal(FailureStage::kParse,
                  std::string(type.message) + "." + std::string(current) + ": " + error.what(),
                  RefusedBy::kLibrary, class_name(typeid(error)));
  }
}

std::vector<DocumentedError> typed_errors() {
  return {
      documented_error<Parsed::parse_error>("json.nlohmann.me/features/parsing/parse_exceptions"),
      documented_error<Parsed::type_error>("json.nlohmann.me/home/exceptions: 302 of a conversion, 303 of "
                                           "get_ref, 316 of dump"),
      documented_error<Parsed::out_of_range>("json.nlohmann.me/home/exceptions: 406, a number overflow"),
  };
}

}  // namespace

About JsonNlohmann::about() {
  return {.format = "json",
          .library = "nlohmann",
          .version = std::to_string(NLOHMANN_JSON_VERSION_MAJOR) + "." +
                     std::to_string(NLOHMANN_JSON_VERSION_MINOR) + "." +
                     std::to_string(NLOHMANN_JSON_VERSION_PATCH),
          .library_packages = {"nlohmann::"},
          .typed_errors = typed_errors(),
          .settings = {
              StatedSetting::code(
                  "a walk over the table of fields makes and takes the library's tree",
                  "nlohmann knows no members; its users write to_json and from_json for each struct."),
              StatedSetting::code("texts are made of enums, bytes, decimals, dates and keys of maps",
                                  "The library has no form for them but numbers, or pairs of key and value.")
                  .converting({Converted::kKeys, Converted::kBytes, Converted::kEnums, Converted::kDates,
                               Converted::kDecimals}),
              StatedSetting::option("ordered_json", "for writing", "json sorts the members by name."),
              StatedSetting::guard("more than 20,000 objects inside each other, and cycles, are refused",
                                   "The stack is limited."),
          }};
}

std::string JsonNlohmann::encode(const Class& type, const void* object, const Options&) {
  Open open{object};
  return to_json(type, object, open).dump();
}

void JsonNlohmann::decode(const Class& type, std::string_view wire, const Options&, void* object) {
  from_json(type, Parsed::parse(wire), object, 0);
}

}  // namespace wirebed
