// Reads plain structs. A class definition with exactly the expected bytes is read field by field in its
// order; any other one is matched by names, once.
#include <algorithm>

#include "bridge/plain.h"
#include "codec/hessian2.h"
#include "codec/hessian2_names.h"
#include "map_entries.h"
#include "values.h"

namespace wirebed {

namespace {

using hessian2_codec::ClassNames;
using hessian2_codec::is_boxed;
using hessian2_codec::Place;
using hessian2_codec::Plan;
using hessian2_codec::Reader;
using hessian2_codec::Reading;
using hessian2_codec::Shape;
using meta::Container;
using meta::Field;
using meta::Held;
using meta::Kind;
using meta::Type;

void read_object(const meta::Class& type, Place place, Reading& reading);

const meta::EnumValue* find_constant(const meta::Enum& type, std::string_view name) {
  for (const meta::EnumValue& known : type.values) {
    if (!known.alias && known.java == name) return &known;
  }
  return nullptr;
}

meta::AnyEnum read_constant(const meta::Enum& type, Reader& from) {
  from.Peek();
  const std::size_t offset = from.offset();
  std::string name;
  from.ReadString(name);
  const meta::EnumValue* constant = find_constant(type, name);
  if (constant == nullptr) {
    from.Mismatch(offset, std::string(type.java_class) + " has no constant " + name);
  }
  return static_cast<meta::AnyEnum>(constant->number);
}

void read_enum(const meta::Enum& type, meta::AnyEnum& value, Reading& reading) {
  Reader& from = reading.from;
  const Shape& shape = hessian2_codec::names_of(type).shape;
  from.Expect(shape);
  const Reader::Kind there = from.Peek();
  const std::size_t offset = from.offset();
  if (there == Reader::Kind::kRef) {
    const std::uint32_t ref = from.ReadRef();
    const Reading::Known* known = reading.find(ref);
    if (known == nullptr) return reading.again(ref, [&] { read_enum(type, value, reading); });
    if (known->shape != &shape) from.Mismatch(offset, "a ref to an object of another class");
    value = static_cast<meta::AnyEnum>(known->element);
    return;
  }
  const std::uint32_t ref = from.next_ref();
  reading.read_handle(shape, [&] { value = read_constant(type, from); });
  reading.know(ref) = {&shape, nullptr, static_cast<std::uint32_t>(value)};
}

std::uint32_t read_uint32(Reader& from) {
  from.Peek();  // the offset is that of the number, and not of a class definition before it
  const std::size_t offset = from.offset();
  const std::int64_t wide = from.ReadLong();
  if (wide < 0 || wide > UINT32_MAX) from.Mismatch(offset, std::to_string(wide) + " is no uint32");
  return static_cast<std::uint32_t>(wide);
}

void read_float(float& value, bool boxed, Reading& reading) {
  Reader& from = reading.from;
  if (boxed) {
    const Reader::Kind there = from.Peek();
    if (there == Reader::Kind::kRef) {
      return reading.again_as(hessian2_codec::float_shape, [&] { read_float(value, boxed, reading); });
    }
    if (there == Reader::Kind::kObject || there == Reader::Kind::kMap) {
      return reading.read_handle(hessian2_codec::float_shape, [&] { value = reading.read_narrow(); });
    }
  }
  value = reading.read_narrow();
}

void read_decimal(Decimal& value, Reading& reading) {
  Reader& from = reading.from;
  from.Expect(hessian2_codec::decimal_shape);
  const Reader::Kind there = from.Peek();
  if (there == Reader::Kind::kNull) return from.ReadNull();
  if (there == Reader::Kind::kRef) {
    return reading.again_as(hessian2_codec::decimal_shape, [&] { read_decimal(value, reading); });
  }
  reading.read_handle(hessian2_codec::decimal_shape, [&] { reading.read_decimal(value.text); });
}

template <class V>
void read_value(const Type& type, Held<V>& value, bool boxed, Reading& reading) {
  Reader& from = reading.from;
  if constexpr (V::kind == Kind::kInt32) {
    value = reading.read_int();
  } else if constexpr (V::kind == Kind::kUint32) {
    value = read_uint32(from);
  } else if constexpr (V::kind == Kind::kInt64 || V::kind == Kind::kUint64) {
    value = static_cast<Held<V>>(from.ReadLong());
  } else if constexpr (V::kind == Kind::kBool) {
    value = from.ReadBool();
  } else if constexpr (V::kind == Kind::kFloat) {
    read_float(value, boxed, reading);
  } else if constexpr (V::kind == Kind::kDouble) {
    value = from.ReadDouble();
  } else if constexpr (V::kind == Kind::kString) {
    from.ReadString(value);
  } else if constexpr (V::kind == Kind::kBytes) {
    from.ReadBinary(value);
  } else if constexpr (V::kind == Kind::kEnum) {
    read_enum(*type.enumeration, value, reading);
  } else if constexpr (V::kind == Kind::kDate) {
    if (from.Peek() == Reader::Kind::kNull) return value.reset(), from.ReadNull();
    value = Date(std::chrono::milliseconds(from.ReadDate()));
  } else if constexpr (V::kind == Kind::kDecimal) {
    read_decimal(value, reading);
  } else {
    static_assert(V::kind == Kind::kWrapper);
    if (from.Peek() == Reader::Kind::kNull) return value.reset(), from.ReadNull();
    read_value<meta::Value<V::wrapped>>(type, value.emplace(), true, reading);
  }
}

// Reads into an empty member.
template <class V>
void read_single(const Field& field, void* place, Reading& reading) {
  if constexpr (V::kind == Kind::kMessage) {
    read_object(*field.type.message, {place}, reading);
  } else {
    // Java writes null for what is absent.
    if (reading.from.Peek() == Reader::Kind::kNull) return reading.from.ReadNull();
    read_value<V>(field.type, meta::hold<V>(field, place), field.nullable, reading);
  }
}

// If a key occurs twice, the last value counts.
void read_map(const Field& field, void* place, Reading& reading) {
  const meta::MapEntries entries(field, place);
  reading.from.ReadMap();
  while (!reading.from.AtEnd()) {
    meta::visit_key(field.key, [&]<class K>(K) {
      Held<K> key{};
      read_value<K>(field.type, key, true, reading);
      meta::visit(field.type, [&]<class V>(V) {
        if constexpr (V::kind == Kind::kMessage) {
          Object* object = reading.map_place(*field.type.message);
          read_object(*field.type.message, {object}, reading);
          *static_cast<Object*>(entries.add(key).value) = *object;
        } else {
          Held<V> value{};
          read_value<V>(field.type, value, true, reading);
          *static_cast<Held<V>*>(entries.add(key).value) = std::move(value);
        }
      });
    });
  }
}

// Reads one element into a list or set.
template <class V, class Values>
void read_element(const Field& field, Values& values, Reading& reading) {
  if constexpr (V::kind == Kind::kMessage) {
    values.emplace_back();
    read_object(*field.type.message, {&values, static_cast<std::uint32_t>(values.size())}, reading);
  } else {
    Held<V> value{};
    read_value<V>(field.type, value, is_boxed(field), reading);
    values.insert(values.end(), std::move(value));
  }
}

template <class V>
void read_list(const Field& field, void* place, Reading& reading) {
  Reader& from = reading.from;
  const Reader::ListHead head = from.ReadList();
  const auto read_all = [&](auto& values) {
    for (std::int32_t i = 0; head.count < 0 ? !from.AtEnd() : i < head.count; ++i) {
      read_element<V>(field, values, reading);
    }
  };
  if (field.container == Container::kSet) {
    if constexpr (meta::kInSets<V>) read_all(*static_cast<std::set<Held<V>>*>(place));
    return;
  }
  auto& values = *static_cast<std::vector<Held<V>>*>(place);
  // The claim does not exceed what is left of the input, but an element takes more than a byte, so only a
  // few are reserved.
  constexpr std::int32_t kFew = 8;
  if (head.count > 0) values.reserve(static_cast<std::size_t>(std::min(head.count, kFew)));
  read_all(values);
}

void read_collection(const Field& field, void* place, Reading& reading) {
  Reader& from = reading.from;
  const Reader::Kind there = from.Peek();
  if (there == Reader::Kind::kNull) return from.ReadNull();
  if (there == Reader::Kind::kRef) {
    const std::size_t offset = from.offset();
    const std::uint32_t ref = from.ReadRef();
    if (reading.find(ref) != nullptr)
      from.Mismatch(offset, "a ref to an object where a list or a map is declared");
    return reading.again(ref, [&] { read_collection(field, place, reading); });
  }
  if (field.container == Container::kMap) {
    read_map(field, place, reading);
  } else {
    meta::visit(field.type, [&]<class V>(V) { read_list<V>(field, place, reading); });
  }
  from.Leave();
}

[[gnu::always_inline]] inline void read_member(const Field& field, void* object, Reading& reading) {
  void* place = meta::at(object, field);
  if (field.container != Container::kSingle) return read_collection(field, place, reading);
  meta::visit(field.type, [&]<class V>(V) { read_single<V>(field, place, reading); });
}

void make_plan(const ClassNames& names, std::uint32_t index, Plan& plan, Reading& reading) {
  const std::vector<std::string_view>& found = reading.from.class_at(index).fields();
  plan.shape = &names.shape;
  plan.steps.assign(found.size(), nullptr);
  for (const Field& field : names.type.fields) {
    // If a name occurs twice, the last one counts, as in Java.
    for (std::size_t i = found.size(); i > 0; --i) {
      if (found[i - 1] != field.java) continue;
      plan.steps[i - 1] = &field;
      break;
    }
  }
}

void read_fields(const ClassNames& names, void* object, std::uint32_t index, Reading& reading) {
  if (reading.from.class_at(index).shape == &names.shape) {
    for (const Field& field : names.fields) read_member(field, object, reading);
    return;
  }
  Plan& fresh = reading.plan(index);
  if (fresh.shape == nullptr) make_plan(names, index, fresh, reading);
  if (fresh.shape != &names.shape) {
    reading.from.Mismatch(reading.from.offset(), "one Java class for two structs");
  }
  const std::size_t count = fresh.steps.size();
  for (std::size_t i = 0; i < count; ++i) {
    // This is looked up each time, since an object inside may add the plan of another class.
    const Field* step = reading.plan(index).steps[i];
    step != nullptr ? read_member(*step, object, reading) : reading.from.Skip();
  }
}

const Field* find_field(const ClassNames& names, std::string_view java_name) {
  for (const Field& field : names.fields) {
    if (field.java == java_name) return &field;
  }
  return nullptr;
}

// Reads the entries of a typed map, which may stand for an object (Hessian 2.0 serialization, 4.8).
void read_entries(const ClassNames& names, void* object, Reading& reading) {
  std::vector<const Field*> seen;
  reading.read_entries([&](std::string_view key) {
    const Field* field = find_field(names, key);
    if (field == nullptr) return reading.from.Skip();
    reading.require_once(std::find(seen.begin(), seen.end(), field) == seen.end(), key);
    seen.push_back(field);
    read_member(*field, object, reading);
  });
}

// Reads a null, an object, or a ref to one that was read before, into a place that holds null.
void read_object(const meta::Class& type, Place place, Reading& reading) {
  Reader& from = reading.from;
  const ClassNames& names = hessian2_codec::names_of(type);
  const auto share = [&](const Reading::Known& known, std::size_t offset) {
    if (known.shape != &names.shape) from.Mismatch(offset, "a ref to an object of another class");
    place.get() = Place{known.where, known.element}.get();
  };
  from.Expect(names.shape);
  const Reader::Kind there = from.Peek();
  if (there == Reader::Kind::kNull) return from.ReadNull();
  const std::size_t offset = from.offset();
  if (there == Reader::Kind::kRef) {
    const std::uint32_t ref = from.ReadRef();
    if (const Reading::Known* known = reading.find(ref)) return share(*known, offset);
    return reading.again(ref, [&] { read_object(type, place, reading); });
  }
  const std::uint32_t ref = from.next_ref();
  const bool is_map = there == Reader::Kind::kMap;
  if (is_map || there == Reader::Kind::kObject) {
    if (const Reading::Known* known = reading.find(ref)) {
      // A ref elsewhere led here first, when something around this object was read again.
      share(*known, offset);
      return from.SkipAgain();
    }
  }
  const auto make = [&] {
    void* const object = type.make_in(place.get());
    reading.know(ref) = {&names.shape, place.where, place.element};
    return object;
  };
  if (is_map) {
    reading.require_class(from.ReadMap(), names.shape, offset);
    read_entries(names, make(), reading);
  } else {
    const std::uint32_t index = from.ReadObject();
    void* const object = make();
    if (from.class_at(index).shape != &names.shape) {
      reading.require_class(from.class_at(index).name, names.shape, offset);
    }
    read_fields(names, object, index, reading);
  }
  from.Leave();
}

}  // namespace

Object Hessian2::decode(const meta::Class& type, std::string_view wire, const Options& options) {
  return decode(type, wire, options, reused());
}

Object Hessian2::decode(const meta::Class& type, std::string_view wire, const Options& options,
                        Reused& reused) {
  const bool envelope = hessian2_codec::has_envelope(options);
  Reading& reading = reused.reading;
  reading.start(wire);
  Object root;
  try {
    if (envelope) reading.from.ReadMessageStart();
    read_object(type, {&root}, reading);
    if (root == nullptr) reading.from.Mismatch(reading.from.offset() - 1, "null where an object is expected");
    if (envelope) reading.from.ReadMessageEnd();
    reading.from.Finish();
    reading.throw_waiting();
    reading.forget();
  } catch (const ::hessian2::Error&) {
    std::vector<Object> parts;  // what was read so far may be a cycle
    reading.abandon(parts);
    if (root != nullptr) PlainView::unlink(type, root.get(), parts);
    hessian2_codec::refuse();
  }
  return root;
}

}  // namespace wirebed
