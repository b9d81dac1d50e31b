// Walks over the fields of a struct. Pointers to structs are numbered by the archive, as cereal's own
// function for a std::shared_ptr does it, since that function needs the type of the struct.
#include "codec/cereal.h"

#include <cereal/types/chrono.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/set.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <cereal/version.hpp>
#include <type_traits>

#include "bridge/plain.h"
#include "map_entries.h"
#include "refusal.h"
#include "values.h"

// cereal finds the functions for types that it does not know in this namespace.
namespace cereal {

static void save(PortableBinaryOutputArchive& archive, const wirebed::Decimal& decimal) {
  archive(decimal.text);
}

}  // namespace cereal

namespace wirebed {

namespace {

using meta::Class;
using meta::Container;
using meta::Field;
using meta::Held;
using meta::Kind;
using meta::Type;
using Output = cereal::PortableBinaryOutputArchive;

void save_fields(const Class& type, const void* object, Output& archive);

void save_pointer(const Class& type, const std::shared_ptr<const void>& object, Output& archive) {
  const std::uint32_t id = archive.registerSharedPointer(object);
  archive(id);
  if ((id & cereal::detail::msb_32bit) != 0) save_fields(type, object.get(), archive);
}

template <class V>
void save_value(const Type& type, const Held<V>& value, Output& archive) {
  if constexpr (V::kind == Kind::kMessage) {
    save_pointer(*type.message, value, archive);
  } else {
    archive(value);
  }
}

template <class V>
void save_field(const Field& field, const void* place, Output& archive) {
  if (field.container == Container::kSingle) {
    if constexpr (!meta::kEmptyByItself<V>) {
      if (field.optional)
        return static_cast<void>(archive(*static_cast<const std::optional<Held<V>>*>(place)));
    }
    save_value<V>(field.type, *static_cast<const Held<V>*>(place), archive);
  } else if (field.container == Container::kSet) {
    if constexpr (meta::kInSets<V>) archive(*static_cast<const std::set<Held<V>>*>(place));
  } else {
    const auto& values = *static_cast<const std::vector<Held<V>>*>(place);
    if constexpr (V::kind == Kind::kMessage) {
      archive(cereal::make_size_tag(static_cast<cereal::size_type>(values.size())));
      for (const Object& value : values) save_pointer(*field.type.message, value, archive);
    } else {
      archive(values);
    }
  }
}

void save_map(const Field& field, const void* place, Output& archive) {
  const meta::MapEntries entries(field, place);
  archive(cereal::make_size_tag(static_cast<cereal::size_type>(entries.size())));
  entries.each([&](const void* key, const void* value) {
    meta::visit_key(field.key, [&]<class K>(K) { archive(*static_cast<const Held<K>*>(key)); });
    meta::visit(field.type,
                [&]<class V>(V) { save_value<V>(field.type, *static_cast<const Held<V>*>(value), archive); });
  });
}

void save_fields(const Class& type, const void* object, Output& archive) {
  for (const Field& field : type.fields) {
    const void* place = meta::at(object, field);
    if (field.container == Container::kMap) {
      save_map(field, place, archive);
    } else {
      meta::visit(field.type, [&]<class V>(V) { save_field<V>(field, place, archive); });
    }
  }
}

void save(const Class& type, const void* root, std::ostream& stream) {
  Output archive(stream);
  // The root is written as a pointer, so that references to it are references. This pointer does not own it.
  save_pointer(type, std::shared_ptr<const void>(std::shared_ptr<void>(), root), archive);
}

void load_fields(const Class& type, void* object, CerealReading& from);

void load_pointer(const Class& type, Object& object, CerealReading& from) {
  const CerealReading::Pointer pointer = from.pointer();
  if (!pointer.follows) {
    if (pointer.id != 0) object = from.known(pointer, type);
    return;
  }
  void* const made = type.make_in(object);
  from.remember(pointer, type, object);
  from.begin();
  load_fields(type, made, from);
  from.end();
}

template <class V>
void load_value(const Type& type, Held<V>& value, CerealReading& from) {
  if constexpr (V::kind == Kind::kMessage) {
    load_pointer(*type.message, value, from);
  } else if constexpr (V::kind == Kind::kBool) {
    value = from.flag();
  } else if constexpr (V::kind == Kind::kString) {
    from.text(value);
  } else if constexpr (V::kind == Kind::kBytes) {
    from.numbers(value);
  } else if constexpr (V::kind == Kind::kDecimal) {
    from.decimal(value);
  } else if constexpr (V::kind == Kind::kEnum) {
    std::int32_t number = 0;
    from.number(number);
    value = static_cast<meta::AnyEnum>(number);
  } else if constexpr (V::kind == Kind::kDate) {
    if (from.flag()) return;
    std::int64_t milliseconds = 0;
    from.number(milliseconds);
    value = Date(std::chrono::milliseconds(milliseconds));
  } else if constexpr (V::kind == Kind::kWrapper) {
    if (from.flag()) return;
    load_value<meta::Value<V::wrapped>>(type, value.emplace(), from);
  } else {
    from.number(value);
  }
}

void load_map(const Field& field, void* place, CerealReading& from) {
  const meta::MapEntries entries(field, place);
  for (std::size_t left = from.count(1); left > 0; --left) {
    const meta::MapFunctions::Found found = meta::visit_key(field.key, [&]<class K>(K) {
      Held<K> key{};
      load_value<K>(field.type, key, from);
      return entries.add(key);
    });
    if (!found.added) throw Refusal(FailureStage::kParse, "a key stands twice in a map");
    meta::visit(field.type,
                [&]<class V>(V) { load_value<V>(field.type, *static_cast<Held<V>*>(found.value), from); });
  }
}

template <class V>
void load_list(const Type& type, std::vector<Held<V>>& values, CerealReading& from) {
  if constexpr (std::is_arithmetic_v<Held<V>> && V::kind != Kind::kBool) {
    from.numbers(values);
  } else {
    for (std::size_t left = from.count(1); left > 0; --left) {
      if constexpr (V::kind == Kind::kMessage) {
        load_value<V>(type, values.emplace_back(), from);
      } else {
        Held<V> value{};
        load_value<V>(type, value, from);
        values.push_back(std::move(value));
      }
    }
  }
}

template <class V>
void load_field(const Field& field, void* place, CerealReading& from) {
  if (field.container == Container::kSingle) {
    if (field.optional && from.flag()) return;
    load_value<V>(field.type, meta::hold<V>(field, place), from);
  } else if (field.container != Container::kSet) {
    load_list<V>(field.type, *static_cast<std::vector<Held<V>>*>(place), from);
  } else if constexpr (meta::kInSets<V>) {
    auto& values = *static_cast<std::set<Held<V>>*>(place);
    for (std::size_t left = from.count(1); left > 0; --left) {
      Held<V> value{};
      load_value<V>(field.type, value, from);
      values.insert(values.end(), std::move(value));
    }
  }
}

void load_fields(const Class& type, void* object, CerealReading& from) {
  for (const Field& field : type.fields) {
    void* place = meta::at(object, field);
    if (field.container == Container::kMap) {
      load_map(field, place, from);
    } else {
      meta::visit(field.type, [&]<class V>(V) { load_field<V>(field, place, from); });
    }
  }
}

void load(const Class& type, std::string_view wire, CerealReading::Source& source, Object& root) {
  CerealReading from(source, wire);
  load_pointer(type, root, from);
  from.at_end();
  if (root == nullptr) throw Refusal(FailureStage::kParse, "null where an object is expected");
}

Object load(const Class& type, std::string_view wire, CerealReading::Source& source) {
  Object root;
  std::vector<Object> parts;  // what was read before a refusal may be a cycle
  try {
    load(type, wire, source, root);
    return root;
  } catch (...) {
    if (root != nullptr) PlainView::unlink(type, root.get(), parts);
    throw;
  }
}

}  // namespace

About Cereal::about() {
  return {
      .format = "cereal",
      .library = "cereal",
      .version = std::to_string(CEREAL_VERSION_MAJOR) + "." + std::to_string(CEREAL_VERSION_MINOR) + "." +
                 std::to_string(CEREAL_VERSION_PATCH),
      .library_packages = {"cereal::"},
      .typed_errors = {documented_error<cereal::Exception>(
          "cereal/details/helpers.hpp: \"An exception class thrown when things go wrong at runtime\"")},
      .leaves_object =
          "cereal/cereal.hpp, InputArchive: \"Serializes all passed in data\", one after "
          "the other, into what its user passes in",
      .settings = {
          StatedSetting::code("a walk over the table of fields calls the archive",
                              "cereal knows no members; its users write a function for each struct."),
          StatedSetting::code("strings, containers and pointers are read by the codec, and numbers by cereal",
                              "cereal allocates any claimed size, and casts a pointer to any class.")
              .reading({Converted::kTexts, Converted::kBytes, Converted::kDecimals}),
          StatedSetting::guard("a key that stands twice in a map is refused",
                               "cereal keeps the first of them."),
          StatedSetting::guard("more than 20,000 objects inside each other are refused",
                               "The stack is limited."),
          StatedSetting::guard("bytes behind the value are refused", "cereal leaves them unread."),
      }};
}

std::string Cereal::encode(const Class& type, const void* object, const Options&) {
  std::ostringstream stream;
  save(type, object, stream);
  return std::move(stream).str();
}

std::string_view Cereal::encode(const Class& type, const void* object, const Options&, Reused& reused) {
  reused.out.seekp(0);
  save(type, object, reused.out);
  return reused.out.view().substr(0, static_cast<std::size_t>(reused.out.tellp()));
}

Object Cereal::decode(const Class& type, std::string_view wire, const Options&) {
  CerealReading::Source source;
  return load(type, wire, source);
}

void Cereal::decode(const Class& type, std::string_view wire, const Options&, Object& root) {
  CerealReading::Source source;
  load(type, wire, source, root);
}

Object Cereal::decode(const Class& type, std::string_view wire, const Options&, Reused& reused) {
  return load(type, wire, reused.in);
}

}  // namespace wirebed
