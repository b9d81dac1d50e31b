// Walks over the fields of structs, to write them as a view, to read them from one, and to take them apart.
#include "bridge/plain.h"

#include <utility>

#include "bridge/plain_state.h"
#include "bridge/plain_value.h"
#include "bridge/sorted.h"
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

void write(const Class& type, const void* object, PlainWriting& writing);

template <class V>
void write_value(const Type& type, const Held<V>& value, PlainWriting& writing) {
  if constexpr (V::kind == Kind::kMessage) {
    if (value == nullptr) return writing.to.null();
    // A struct with one owner occurs once, so it is neither looked up nor remembered.
    if (value.use_count() == 1 || !writing.written_before(value.get()))
      write(*type.message, value.get(), writing);
  } else {
    plain_value::write_scalar<V>(value, writing.to);
  }
}

// Values must be written after their keys are sorted: their place in the view, which `=` may name, depends on
// the order.
void write_map(const Field& field, const void* place, PlainWriting& writing) {
  const meta::MapEntries entries(field, place);
  std::vector<view::Keyed> order;
  order.reserve(entries.size());
  entries.each([&](const void* key, const void* value) {
    view::Writer node;
    meta::visit_key(field.key, [&]<class K>(K) {
      plain_value::write_scalar<K>(*static_cast<const Held<K>*>(key), node);
    });
    order.push_back({std::move(node.bytes), value});
  });
  view::sort_by_bytes(order);
  writing.to.map(order.size());
  meta::visit(field.type, [&]<class V>(V) {
    for (const view::Keyed& keyed : order) {
      writing.to.bytes += keyed.bytes;
      write_value<V>(field.type, *static_cast<const Held<V>*>(keyed.item), writing);
    }
  });
}

template <class V>
void write_field(const Field& field, const void* place, PlainWriting& writing) {
  view::Writer& to = writing.to;
  if (field.container == Container::kSingle) {
    const Held<V>* value = plain_value::find<V>(field, place);
    if (value == nullptr) return;
    to.field(field.number);
    return write_value<V>(field.type, *value, writing);
  }
  to.field(field.number);
  if (field.container != Container::kSet) {
    const auto& values = *static_cast<const std::vector<Held<V>>*>(place);
    to.list(values.size());
    for (const Held<V>& value : values) write_value<V>(field.type, value, writing);
  } else if constexpr (meta::kInSets<V>) {
    const auto& values = *static_cast<const std::set<Held<V>>*>(place);
    to.set(values.size());
    view::in_order(
        values, [](view::Writer& node, const auto& value) { plain_value::write_scalar<V>(value, node); },
        [&](const std::string& node, const auto&) { to.bytes += node; });
  }
}

void write(const Class& type, const void* object, PlainWriting& writing) {
  writing.begin(type.message);
  for (const Field& field : type.fields) {
    const void* place = meta::at(object, field);
    if (field.container == Container::kMap) {
      writing.to.field(field.number);
      write_map(field, place, writing);
    } else {
      meta::visit(field.type, [&]<class V>(V) { write_field<V>(field, place, writing); });
    }
  }
  writing.end();
}

Object read(const Class& type, PlainReading& reading);

template <class V>
void read_value(const Type& type, Held<V>& value, PlainReading& reading) {
  if constexpr (V::kind == Kind::kMessage) {
    if (reading.from.peek() == 'n') return reading.from.null();
    value = read(*type.message, reading);
  } else {
    plain_value::read_scalar<V>(value, reading.from);
  }
}

void read_map(const Field& field, void* place, PlainReading& reading) {
  const meta::MapEntries entries(field, place);
  entries.clear();
  for (std::uint32_t left = reading.from.count('m'); left > 0; --left) {
    void* value = meta::visit_key(field.key, [&]<class K>(K) {
      Held<K> key{};
      plain_value::read_scalar<K>(key, reading.from);
      return entries.add(key).value;
    });
    meta::visit(field.type,
                [&]<class V>(V) { read_value<V>(field.type, *static_cast<Held<V>*>(value), reading); });
  }
}

template <class V>
void read_field(const Field& field, void* place, PlainReading& reading) {
  view::Reader& from = reading.from;
  if (field.container == Container::kSingle) {
    Held<V>& value = meta::hold<V>(field, place);
    if constexpr (V::kind == Kind::kDecimal) return plain_value::read_maybe_decimal(value, from);
    return read_value<V>(field.type, value, reading);
  }
  const auto read_all = [&](auto& values, char tag) {
    values.clear();
    for (std::uint32_t left = from.count(tag); left > 0; --left) {
      Held<V> value{};
      read_value<V>(field.type, value, reading);
      values.insert(values.end(), std::move(value));
    }
  };
  if (field.container != Container::kSet) {
    read_all(*static_cast<std::vector<Held<V>>*>(place), 'l');
  } else if constexpr (meta::kInSets<V>) {
    read_all(*static_cast<std::set<Held<V>>*>(place), 'z');
  }
}

// The fields of a record up to its end; they replace what the object has.
void read_fields(const Class& type, void* object, PlainReading& reading) {
  // Fields come in order of declaration, so the next field is nearly always the one at the cursor.
  std::size_t cursor = 0;
  while (const std::uint32_t number = reading.from.field()) {
    const Field* target = nullptr;
    for (std::size_t tried = 0; target == nullptr && tried < type.fields.size(); ++tried) {
      if (cursor == type.fields.size()) cursor = 0;
      const Field& field = type.fields[cursor++];
      if (field.number == number) target = &field;
    }
    if (target == nullptr) reading.no_field(type.message, number);
    void* place = meta::at(object, *target);
    if (target->container == Container::kMap) {
      read_map(*target, place, reading);
    } else {
      meta::visit(target->type, [&]<class V>(V) { read_field<V>(*target, place, reading); });
    }
  }
}

Object read(const Class& type, PlainReading& reading) {
  if (Object same = reading.same(type.message)) return same;
  reading.begin(type.message);
  Object object = type.make();
  reading.remember(type.message, object);
  read_fields(type, object.get(), reading);
  reading.end();
  return object;
}

// Takes the value of a member away, for another one.
template <class V>
void move_field(const Field& field, void* from, void* to) {
  const auto move = [&]<class M>(std::type_identity<M>) {
    *static_cast<M*>(to) = std::move(*static_cast<M*>(from));
  };
  if (field.container == Container::kList || field.container == Container::kArray)
    return move(std::type_identity<std::vector<Held<V>>>());
  if (field.container == Container::kSet) {
    if constexpr (meta::kInSets<V>) move(std::type_identity<std::set<Held<V>>>());
    return;
  }
  if constexpr (!meta::kEmptyByItself<V>) {
    if (field.optional) return move(std::type_identity<std::optional<Held<V>>>());
  }
  move(std::type_identity<Held<V>>());
}

void unlink_one(const Class& type, Object& held, std::vector<Object>& parts) {
  if (held == nullptr) return;
  void* part = held.get();
  parts.push_back(std::move(held));
  PlainView::unlink(type, part, parts);
}

}  // namespace

std::string PlainView::to_bytes(const Class& type, const void* object) {
  PlainWriting writing(object);
  write(type, object, writing);
  return std::move(writing.to.bytes);
}

Object PlainView::from_bytes(const Class& type, std::string_view view) {
  PlainReading reading(view);
  Object object = read(type, reading);
  reading.at_end();
  return object;
}

void PlainView::merge(const Class& type, std::string_view view, void* object) {
  PlainReading reading(view);
  reading.begin(type.message);
  read_fields(type, object, reading);
  reading.at_end();
}

void PlainView::clear(const Class& type, void* object, std::uint32_t number) {
  for (const Field& field : type.fields) {
    if (field.number != number) continue;
    if (field.container == Container::kMap) return meta::MapEntries(field, meta::at(object, field)).clear();
    const Object fresh = type.make();
    return meta::visit(field.type, [&]<class V>(V) {
      move_field<V>(field, meta::at(fresh.get(), field), meta::at(object, field));
    });
  }
  throw Refusal(FailureStage::kBuild, "no field " + std::to_string(number));
}

void PlainView::unlink(const Class& type, void* object, std::vector<Object>& parts) {
  for (const Field& field : type.fields) {
    if (field.type.kind != Kind::kMessage) continue;
    void* place = meta::at(object, field);
    const Class& inner = *field.type.message;
    if (field.container == Container::kSingle) {
      unlink_one(inner, *static_cast<Object*>(place), parts);
    } else if (field.container == Container::kMap) {
      // Emptied first, since the map may be met again inside.
      std::vector<Object> values;
      const meta::MapEntries entries(field, place);
      entries.each([&](const void*, const void* value) {
        values.push_back(std::move(*static_cast<Object*>(const_cast<void*>(value))));
      });
      entries.clear();
      for (Object& held : values) unlink_one(inner, held, parts);
    } else {
      std::vector<Object> values = std::exchange(*static_cast<std::vector<Object>*>(place), {});
      for (Object& held : values) unlink_one(inner, held, parts);
    }
  }
}

}  // namespace wirebed
