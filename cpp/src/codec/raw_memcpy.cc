// Walks over the fields of a struct, which follow each other on the wire.
#include "codec/raw_memcpy.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "bridge/plain_value.h"
#include "codec/raw_state.h"
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

// The kind of a scalar; of a wrapper, the kind of the scalar inside.
constexpr Kind scalar(const Type& type) { return type.kind == Kind::kWrapper ? type.wrapped : type.kind; }

// Whether a length before the value can also say that there is no value.
template <class V>
constexpr bool kCounted = [] {
  constexpr Kind kind = scalar({V::kind, V::wrapped});
  return kind == Kind::kString || kind == Kind::kBytes || kind == Kind::kDecimal;
}();

template <class V>
constexpr bool kMayBeNull = meta::kEmptyByItself<V> || V::kind == Kind::kDecimal;

// Whether the elements have the same bytes in a std::vector as on the wire.
template <class V>
constexpr bool kCopied = kCopiesAsItIs&& std::is_arithmetic_v<Held<V>>&& V::kind != Kind::kBool;

std::size_t least(const Type& type) {
  const Kind kind = scalar(type);
  if (kind == Kind::kBool || kind == Kind::kMessage) return 1;
  return kind == Kind::kInt64 || kind == Kind::kUint64 || kind == Kind::kDouble || kind == Kind::kDate ? 8
                                                                                                       : 4;
}

void write(const Class& type, const void* object, RawWriting& out);

template <class V>
void write_value(const Type& type, const Held<V>& value, RawWriting& out) {
  if constexpr (V::kind == Kind::kMessage) {
    if (value == nullptr) RawWriting::refuse_null();
    write(*type.message, value.get(), out);
  } else if constexpr (V::kind == Kind::kWrapper) {
    if (!value) RawWriting::refuse_null();
    write_value<meta::Value<V::wrapped>>(type, *value, out);
  } else if constexpr (V::kind == Kind::kDate) {
    if (!value) RawWriting::refuse_null();
    out.number<std::int64_t>(value->time_since_epoch().count());
  } else if constexpr (V::kind == Kind::kString) {
    out.text(value);
  } else if constexpr (V::kind == Kind::kDecimal) {
    if (value.text.empty()) RawWriting::refuse_null();
    out.text(value.text);
  } else if constexpr (V::kind == Kind::kBytes) {
    out.count(value.size());
    out.octets(value.data(), value.size());
  } else if constexpr (V::kind == Kind::kBool) {
    out.flag(value);
  } else if constexpr (V::kind == Kind::kEnum) {
    out.number(static_cast<std::int32_t>(value));
  } else {
    out.number(value);
  }
}

// An element of a collection, or the value of a map's entry.
template <class V>
void write_element(const Type& type, const Held<V>& value, RawWriting& out) {
  if constexpr (V::kind == Kind::kMessage) out.flag(value != nullptr);
  write_value<V>(type, value, out);
}

template <class V>
void write_single(const Field& field, const void* place, RawWriting& out) {
  const Held<V>* value = plain_value::find<V>(field, place);
  if (kMayBeNull<V> || field.nullable) {
    if constexpr (!kCounted<V>) out.flag(value != nullptr);
    if (value == nullptr) {
      if constexpr (kCounted<V>) out.number<std::int32_t>(-1);
      return;
    }
  }
  write_value<V>(field.type, *value, out);
}

void write_map(const Field& field, const void* place, RawWriting& out) {
  const meta::MapEntries entries(field, place);
  out.count(entries.size());
  entries.each([&](const void* key, const void* value) {
    meta::visit_key(field.key,
                    [&]<class K>(K) { write_value<K>(field.type, *static_cast<const Held<K>*>(key), out); });
    meta::visit(field.type,
                [&]<class V>(V) { write_element<V>(field.type, *static_cast<const Held<V>*>(value), out); });
  });
}

template <class V>
void write_collection(const Field& field, const void* place, RawWriting& out) {
  if (field.container == Container::kSet) {
    if constexpr (meta::kInSets<V>) {
      const auto& values = *static_cast<const std::set<Held<V>>*>(place);
      out.count(values.size());
      for (const Held<V>& value : values) write_value<V>(field.type, value, out);
    }
    return;
  }
  const auto& values = *static_cast<const std::vector<Held<V>>*>(place);
  out.count(values.size());
  if constexpr (kCopied<V>) {
    out.octets(values.data(), values.size() * sizeof(Held<V>));
  } else {
    for (const Held<V>& value : values) write_element<V>(field.type, value, out);
  }
}

// The size of a number that is always there and has the same bytes in memory as on the wire; 0 for other
// fields.
std::size_t copied_size(const Field& field) {
  if (!kCopiesAsItIs || field.container != Container::kSingle || field.nullable) return 0;
  static constexpr std::uint8_t kSizes[] = {0, 4, 4, 8, 8, 0, 4, 8, 0, 0, 0, 0, 0, 0, 0};
  return kSizes[static_cast<std::size_t>(field.type.kind)];
}

void write(const Class& type, const void* object, RawWriting& out) {
  out.begin();
  for (const Field& field : type.fields) {
    const void* place = meta::at(object, field);
    if (const std::size_t size = copied_size(field); size > 0) {
      size == 4 ? out.octets(place, 4) : out.octets(place, 8);
    } else if (field.container == Container::kSingle) {
      meta::visit(field.type, [&]<class V>(V) { write_single<V>(field, place, out); });
    } else if (field.container == Container::kMap) {
      write_map(field, place, out);
    } else {
      meta::visit(field.type, [&]<class V>(V) { write_collection<V>(field, place, out); });
    }
  }
  out.end();
}

void read(const Class& type, void* object, RawReading& in);

template <class V>
void read_value(const Type& type, Held<V>& value, RawReading& in) {
  if constexpr (V::kind == Kind::kMessage) {
    read(*type.message, type.message->make_in(value), in);
  } else if constexpr (V::kind == Kind::kWrapper) {
    read_value<meta::Value<V::wrapped>>(type, value.emplace(), in);
  } else if constexpr (V::kind == Kind::kDate) {
    value = Date(std::chrono::milliseconds(in.number<std::int64_t>()));
  } else if constexpr (V::kind == Kind::kString) {
    value = in.text();
  } else if constexpr (V::kind == Kind::kDecimal) {
    in.decimal(value);
  } else if constexpr (V::kind == Kind::kBytes) {
    const std::string_view bytes = in.take(in.count(1));
    value.assign(bytes.begin(), bytes.end());
  } else if constexpr (V::kind == Kind::kBool) {
    value = in.flag();
  } else if constexpr (V::kind == Kind::kEnum) {
    value = static_cast<meta::AnyEnum>(in.number<std::int32_t>());
  } else {
    value = in.number<Held<V>>();
  }
}

template <class V>
void read_element(const Type& type, Held<V>& value, RawReading& in) {
  if constexpr (V::kind == Kind::kMessage) {
    if (!in.flag()) RawReading::refuse_null();
  }
  read_value<V>(type, value, in);
}

template <class V>
void read_single(const Field& field, void* place, RawReading& in) {
  if (kMayBeNull<V> || field.nullable) {
    if constexpr (kCounted<V>) {
      if (in.none()) return;
    } else {
      if (!in.flag()) return;
    }
  }
  read_value<V>(field.type, meta::hold<V>(field, place), in);
}

// A later value of the same key counts.
void read_map(const Field& field, void* place, RawReading& in) {
  const meta::MapEntries entries(field, place);
  for (std::size_t left = in.count(least({field.key}) + least(field.type)); left > 0; --left) {
    meta::visit_key(field.key, [&]<class K>(K) {
      Held<K> key{};
      read_value<K>(field.type, key, in);
      meta::visit(field.type, [&]<class V>(V) {
        Held<V> value{};
        read_element<V>(field.type, value, in);
        *static_cast<Held<V>*>(entries.add(key).value) = std::move(value);
      });
    });
  }
}

template <class V>
void read_collection(const Field& field, void* place, RawReading& in) {
  const std::size_t count = in.count(least(field.type));
  const auto read_each = [&](auto& values) {
    for (std::size_t i = 0; i < count; ++i) {
      if constexpr (V::kind == Kind::kMessage) {
        read_element<V>(field.type, values.emplace_back(), in);
      } else {
        Held<V> value{};
        read_element<V>(field.type, value, in);
        values.insert(values.end(), std::move(value));
      }
    }
  };
  if (field.container == Container::kSet) {
    if constexpr (meta::kInSets<V>) read_each(*static_cast<std::set<Held<V>>*>(place));
    return;
  }
  auto& values = *static_cast<std::vector<Held<V>>*>(place);
  if constexpr (kCopied<V>) {
    values.resize(count);
    const std::size_t size = count * sizeof(Held<V>);
    if (count > 0) std::memcpy(values.data(), in.take(size).data(), size);
  } else {
    // Each element takes a byte of input or more, but may take many in memory, so only a few are reserved.
    constexpr std::size_t kFew = 8;
    values.reserve(std::min(count, kFew));
    read_each(values);
  }
}

// Copies the numbers that follow each other and returns the field behind them. The place in the input stays
// in a register meanwhile.
const Field* read_numbers(const Field* field, const Field* end, void* object, RawReading& in) {
  const char* from = in.at();
  std::size_t left = in.left();
  for (; field != end; ++field) {
    const std::size_t size = copied_size(*field);
    if (size == 0 || size > left) break;
    void* place = meta::at(object, *field);
    size == 4 ? std::memcpy(place, from, 4) : std::memcpy(place, from, 8);
    from += size;
    left -= size;
  }
  in.take(in.left() - left);
  return field;
}

void read(const Class& type, void* object, RawReading& in) {
  in.begin();
  const Field* const end = type.fields.data() + type.fields.size();
  for (const Field* field = type.fields.data();; ++field) {
    field = read_numbers(field, end, object, in);
    if (field == end) break;
    void* place = meta::at(object, *field);
    if (field->container == Container::kSingle) {
      meta::visit(field->type, [&]<class V>(V) { read_single<V>(*field, place, in); });
    } else if (field->container == Container::kMap) {
      read_map(*field, place, in);
    } else {
      meta::visit(field->type, [&]<class V>(V) { read_collection<V>(*field, place, in); });
    }
  }
  in.end();
}

}  // namespace

About RawMemcpy::about() {
  return {.format = "raw",
          .library = "memcpy",
          .version = __VERSION__,
          .settings = {StatedSetting::code("every byte is laid out by a walk over the table of fields",
                                           "raw is a layout by hand, which has no library.")
                           .converting({Converted::kEverything})}};
}

std::string_view RawMemcpy::encode(const Class& type, const void* object, const Options&, Reused& reused) {
  RawWriting out(reused);
  write(type, object, out);
  out.finish();
  return reused;
}

void RawMemcpy::decode(const Class& type, std::string_view wire, const Options&, void* object) {
  RawReading in(wire);
  read(type, object, in);
  in.at_end();
}

}  // namespace wirebed
