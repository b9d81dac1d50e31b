// Plain JSON by nlohmann::json, as its users write it: a to_json and a from_json for each struct, here from
// the list of its fields.
//
// The library's own behaviour stays: get_to() casts numbers, dump() writes NaN as null and throws for text
// that is not UTF-8, and null for a value that is not nullable is a type error.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_set>

#include "bridge/plain_value.h"
#include "codec.h"
#include "codec/text_forms.h"
#include "meta.h"

namespace wirebed {

struct JsonNlohmann {
  using Written = nlohmann::ordered_json;  // fields in order of declaration
  using Parsed = nlohmann::json;

  static About about();

  // The structs that are being written, of the types that can contain themselves.
  using Open = std::unordered_set<const void*>;

  template <class T>
  struct Of {
    static std::string encode(const T& object, const Options& options);
    static std::shared_ptr<T> decode(std::string_view wire, const Options& options);
    static void decode(std::string_view wire, const Options& options, T& object);

    static Written to_json(const T& object, Open& open);
    static Written to_json(const std::shared_ptr<T>& object, Open& open);
    static void from_json(const Parsed& json, T& object, int depth);

   private:
    template <class... Fs>
    static void fields_to_json(meta::List<Fs...>, const T& object, Written& json, Open& open) {
      (add(json, Fs::names.json, field_to_json<Fs>(object, open)), ...);
    }
    // `current` is the name of the field that is being read, for the message of a refusal.
    template <class... Fs>
    static void fields_from_json(meta::List<Fs...>, const Parsed::object_t& members, T& object, int depth,
                                 std::string_view& current) {
      [[maybe_unused]] const auto read = [&](auto field) {
        current = field.names.json;
        if (const Parsed* member = find(members, current))
          field_from_json<decltype(field)>(*member, object, depth);
      };
      (read(Fs{}), ...);
    }
    template <class F>
    static Written field_to_json(const T& object, Open& open);
    template <class F>
    static void field_from_json(const Parsed& json, T& object, int depth);
    template <class V, class Held>
    static Written value_to_json(const Held& value, Open& open);
    template <class V, class Held>
    static void value_from_json(const Parsed& json, Held& value, int depth);
  };

  // For the types that the library itself converts to JSON.
  template <class V>
  static constexpr bool is_native() {
    using meta::Kind;
    return V::kind >= Kind::kInt32 && V::kind <= Kind::kString;
  }

  // Kept out of the templates, so that the library's parser and printer are compiled once.
  static std::string dump(const Written& json);
  static Parsed parse(std::string_view text);
  static void add(Written& object, std::string_view name, Written&& value);
  // The member of that name, or null.
  static const Parsed* find(const Parsed::object_t& members, std::string_view name);
  // Returns json as an array or object. For another type it throws the library's own exception.
  static const Parsed::array_t& array(const Parsed& json) { return json.get_ref<const Parsed::array_t&>(); }
  static const Parsed::object_t& object(const Parsed& json) {
    return json.get_ref<const Parsed::object_t&>();
  }
  static const std::string& text(const Parsed& json) { return json.get_ref<const std::string&>(); }
  [[noreturn]] static void refuse_cycle();
  [[noreturn]] static void refuse_field(std::string_view message, std::string_view field,
                                        const Parsed::exception& error);
  template <class Found>
  static Found& require(std::optional<Found>& found, const char* what, const std::string& text) {
    if (!found) throw Refusal(FailureStage::kParse, "not " + std::string(what) + ": " + text);
    return *found;
  }
};

template <class T>
std::string JsonNlohmann::Of<T>::encode(const T& object, const Options&) {
  Open open{&object};
  return dump(to_json(object, open));
}

template <class T>
std::shared_ptr<T> JsonNlohmann::Of<T>::decode(std::string_view wire, const Options& options) {
  auto object = std::make_shared<T>();
  decode(wire, options, *object);
  return object;
}

template <class T>
void JsonNlohmann::Of<T>::decode(std::string_view wire, const Options&, T& object) {
  from_json(parse(wire), object, 0);
}

template <class T>
JsonNlohmann::Written JsonNlohmann::Of<T>::to_json(const T& object, Open& open) {
  Written json = Written::object();
  fields_to_json(typename meta::Class<T>::Fields{}, object, json, open);
  return json;
}

template <class T>
JsonNlohmann::Written JsonNlohmann::Of<T>::to_json(const std::shared_ptr<T>& object, Open& open) {
  if (object == nullptr) return nullptr;
  if (object.use_count() == 1) return to_json(*object, open);
  if (!open.insert(object.get()).second) refuse_cycle();
  Written json = to_json(*object, open);
  open.erase(object.get());
  return json;
}

template <class T>
template <class F>
JsonNlohmann::Written JsonNlohmann::Of<T>::field_to_json(const T& object, Open& open) {
  using V = typename F::Element;
  const auto& member = F::get(object);
  if constexpr (F::container == meta::Container::kSingle) {
    if (!plain_value::is_there<F>(member)) return nullptr;
    return value_to_json<V>(plain_value::held<F>(member), open);
  } else if constexpr (F::container == meta::Container::kMap) {
    Written json = Written::object();
    for (const auto& [key, value] : member)
      add(json, text_forms::from_key(key), value_to_json<V>(value, open));
    return json;
  } else if constexpr (is_native<V>()) {
    return member;
  } else {
    Written json = Written::array();
    for (const auto& value : member) json.push_back(value_to_json<V>(value, open));
    return json;
  }
}

template <class T>
template <class V, class Held>
JsonNlohmann::Written JsonNlohmann::Of<T>::value_to_json(const Held& value, Open& open) {
  using meta::Kind;
  if constexpr (V::kind == Kind::kMessage) {
    return Of<typename Held::element_type>::to_json(value, open);
  } else if constexpr (V::kind == Kind::kEnum) {
    if (const std::string_view* name = meta::enum_name(value)) return *name;
    plain_value::refuse_unnamed(meta::Enum<Held>::name, static_cast<std::int32_t>(value));
  } else if constexpr (V::kind == Kind::kBytes) {
    return text_forms::from_bytes(value);
  } else if constexpr (V::kind == Kind::kDecimal) {
    return value.text.empty() ? Written(nullptr) : Written(value.text);
  } else if constexpr (V::kind == Kind::kDate) {
    return value ? Written(text_forms::from_date(*value)) : Written(nullptr);
  } else if constexpr (V::kind == Kind::kWrapper) {
    return value ? value_to_json<meta::Value<V::wrapped>>(*value, open) : Written(nullptr);
  } else {
    return value;
  }
}

template <class T>
void JsonNlohmann::Of<T>::from_json(const Parsed& json, T& object, int depth) {
  if (depth > view::kMaxDepth) throw Refusal(FailureStage::kParse, "the JSON is nested too deep");
  std::string_view current;
  try {
    fields_from_json(typename meta::Class<T>::Fields{}, JsonNlohmann::object(json), object, depth, current);
  } catch (const Parsed::exception& error) {
    refuse_field(meta::Class<T>::message, current, error);
  }
}

template <class T>
template <class F>
void JsonNlohmann::Of<T>::field_from_json(const Parsed& json, T& object, int depth) {
  using V = typename F::Element;
  auto& member = F::get(object);
  if constexpr (F::container == meta::Container::kSingle) {
    if (plain_value::in_optional<F>() && json.is_null()) return;
    value_from_json<V>(json, plain_value::hold<F>(member), depth);
  } else if constexpr (F::container == meta::Container::kMap) {
    using K = typename F::Member::key_type;
    for (const auto& [name, value] : JsonNlohmann::object(json)) {
      auto key = text_forms::to_key<K>(name);
      value_from_json<V>(value, member[require(key, "a key of this map", name)], depth);
    }
  } else {
    for (const Parsed& element : array(json)) {
      typename F::Member::value_type value{};
      value_from_json<V>(element, value, depth);
      member.insert(member.end(), std::move(value));
    }
  }
}

template <class T>
template <class V, class Held>
void JsonNlohmann::Of<T>::value_from_json(const Parsed& json, Held& value, int depth) {
  using meta::Kind;
  if constexpr (V::kind == Kind::kMessage) {
    if (json.is_null()) return;
    value = std::make_shared<typename Held::element_type>();
    Of<typename Held::element_type>::from_json(json, *value, depth + 1);
  } else if constexpr (V::kind == Kind::kEnum) {
    auto found = meta::enum_value<Held>(text(json));
    value = require(found, "a value of the enum", text(json));
  } else if constexpr (V::kind == Kind::kBytes) {
    auto found = text_forms::to_bytes(text(json));
    value = std::move(require(found, "base64", text(json)));
  } else if constexpr (V::kind == Kind::kDecimal) {
    if (json.is_null()) return;
    value.text = text(json);
    if (!value.text.empty() && !decimal::is_valid(value.text))
      throw Refusal(FailureStage::kParse, "not a decimal number: " + value.text);
  } else if constexpr (V::kind == Kind::kDate) {
    if (json.is_null()) return;
    auto found = text_forms::to_date(text(json));
    value = require(found, "a date by ISO 8601", text(json));
  } else if constexpr (V::kind == Kind::kWrapper) {
    if (json.is_null()) return;
    value_from_json<meta::Value<V::wrapped>>(json, value.emplace(), depth);
  } else {
    json.get_to(value);
  }
}

}  // namespace wirebed
