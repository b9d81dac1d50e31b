// View <-> plain struct, as templates over the list of fields (meta.h).
//
// PlainView<T> calls PlainView<U> for a field of another struct U: each is instantiated once, in the unit
// of its shard (plain_bridge.cc).
#pragma once

#include <utility>
#include <vector>

#include "bridge/plain_state.h"
#include "bridge/plain_value.h"
#include "bridge/sorted.h"
#include "bridge/view.h"
#include "endpoint.h"
#include "meta.h"

namespace wirebed {

template <class T>
struct PlainView {
  // A whole view.
  static std::string to_bytes(const T& object);
  static std::shared_ptr<T> from_bytes(std::string_view view);
  // The fields in a view of the same message replace those of the object.
  static void merge(std::string_view view, T& object);

  static void write(const T& object, PlainWriting& writing);
  // A struct with one owner occurs once, so it is neither looked up nor remembered.
  static void write(const std::shared_ptr<T>& object, PlainWriting& writing);
  static std::shared_ptr<T> read(PlainReading& reading);
  // The fields of a record up to its end; they replace what the object has.
  static void read_fields(T& object, PlainReading& reading);
  // Resets the field to its value in a new struct.
  static void clear(T& object, std::uint32_t number);
  // Moves every struct that the object holds into `parts`, at any depth, so no cycle is left and nothing is
  // deep.
  static void unlink(T& object, std::vector<Object>& parts);

 private:
  template <class... Fs>
  static void write_fields(meta::List<Fs...>, const T& object, PlainWriting& writing) {
    (write_field<Fs>(object, writing), ...);
  }
  template <class F>
  static void write_field(const T& object, PlainWriting& writing);
  template <class F>
  static void read_field(T& object, PlainReading& reading);
  template <class... Fs>
  static bool clear_field(meta::List<Fs...>, T& object, [[maybe_unused]] std::uint32_t number) {
    return ((Fs::names.number == number && (Fs::get(object) = Fs::get(T{}), true)) || ...);
  }
  template <class... Fs>
  static void unlink_fields(meta::List<Fs...>, T& object, std::vector<Object>& parts) {
    (unlink_field<Fs>(object, parts), ...);
  }
  template <class F>
  static void unlink_field(T& object, std::vector<Object>& parts);
  template <class V, class Held>
  static void write_value(const Held& value, PlainWriting& writing);
  template <class V, class Held>
  static void read_value(Held& value, PlainReading& reading);

  struct Entry {
    std::uint32_t number;
    void (*read)(T&, PlainReading&);
  };
  template <class... Fs>
  static const Entry* find(meta::List<Fs...>, std::uint32_t number, std::size_t& cursor);
};

template <class T>
std::string PlainView<T>::to_bytes(const T& object) {
  PlainWriting writing(&object);
  write(object, writing);
  return std::move(writing.to.bytes);
}

template <class T>
std::shared_ptr<T> PlainView<T>::from_bytes(std::string_view view) {
  PlainReading reading(view);
  std::shared_ptr<T> object = read(reading);
  reading.at_end();
  return object;
}

template <class T>
void PlainView<T>::merge(std::string_view view, T& object) {
  PlainReading reading(view);
  reading.begin(meta::Class<T>::message);
  read_fields(object, reading);
  reading.at_end();
}

template <class T>
void PlainView<T>::write(const T& object, PlainWriting& writing) {
  writing.begin(meta::Class<T>::message);
  write_fields(typename meta::Class<T>::Fields{}, object, writing);
  writing.end();
}

template <class T>
void PlainView<T>::write(const std::shared_ptr<T>& object, PlainWriting& writing) {
  if (object.use_count() == 1 || !writing.written_before(object.get())) write(*object, writing);
}

template <class T>
template <class F>
void PlainView<T>::write_field(const T& object, PlainWriting& writing) {
  using V = typename F::Element;
  using meta::Container;
  view::Writer& to = writing.to;
  const auto& member = F::get(object);
  if constexpr (F::container == Container::kSingle) {
    if (!plain_value::is_there<F>(member)) return;
    to.field(F::names.number);
    write_value<V>(plain_value::held<F>(member), writing);
  } else if constexpr (F::container == Container::kMap) {
    to.field(F::names.number);
    to.map(member.size());
    view::in_order(
        member,
        [](view::Writer& key, const auto& pair) {
          plain_value::write_scalar<typename F::Key>(pair.first, key);
        },
        [&](const std::string& key, const auto& pair) {
          to.bytes += key;
          write_value<V>(pair.second, writing);
        });
  } else if constexpr (F::container == Container::kSet) {
    to.field(F::names.number);
    to.set(member.size());
    view::in_order(
        member, [](view::Writer& node, const auto& value) { plain_value::write_scalar<V>(value, node); },
        [&](const std::string& node, const auto&) { to.bytes += node; });
  } else {
    to.field(F::names.number);
    to.list(member.size());
    for (const auto& value : member) write_value<V>(value, writing);
  }
}

template <class T>
template <class V, class Held>
void PlainView<T>::write_value(const Held& value, PlainWriting& writing) {
  if constexpr (V::kind == meta::Kind::kMessage) {
    if (value == nullptr) return writing.to.null();
    PlainView<typename Held::element_type>::write(value, writing);
  } else {
    plain_value::write_scalar<V>(value, writing.to);
  }
}

template <class T>
std::shared_ptr<T> PlainView<T>::read(PlainReading& reading) {
  if (Object same = reading.same(meta::Class<T>::message)) return std::static_pointer_cast<T>(same);
  reading.begin(meta::Class<T>::message);
  auto object = std::make_shared<T>();
  reading.remember(meta::Class<T>::message, object);
  read_fields(*object, reading);
  reading.end();
  return object;
}

template <class T>
void PlainView<T>::read_fields(T& object, PlainReading& reading) {
  std::size_t cursor = 0;
  while (const std::uint32_t number = reading.from.field()) {
    const Entry* entry = find(typename meta::Class<T>::Fields{}, number, cursor);
    if (entry == nullptr) reading.no_field(meta::Class<T>::message, number);
    entry->read(object, reading);
  }
}

// Fields come in order of declaration, so the next field is nearly always the one at the cursor.
template <class T>
template <class... Fs>
auto PlainView<T>::find(meta::List<Fs...>, std::uint32_t number, std::size_t& cursor) -> const Entry* {
  if constexpr (sizeof...(Fs) > 0) {
    static constexpr Entry entries[] = {{Fs::names.number, &read_field<Fs>}...};
    for (std::size_t tried = 0; tried < sizeof...(Fs); ++tried) {
      if (cursor == sizeof...(Fs)) cursor = 0;
      if (entries[cursor++].number == number) return &entries[cursor - 1];
    }
  }
  return nullptr;
}

template <class T>
template <class F>
void PlainView<T>::read_field(T& object, PlainReading& reading) {
  using V = typename F::Element;
  using meta::Container;
  view::Reader& from = reading.from;
  auto& member = F::get(object);
  if constexpr (F::container == Container::kSingle && V::kind == meta::Kind::kDecimal) {
    plain_value::read_maybe_decimal(plain_value::hold<F>(member), from);
  } else if constexpr (F::container == Container::kSingle) {
    read_value<V>(plain_value::hold<F>(member), reading);
  } else if constexpr (F::container == Container::kMap) {
    member.clear();
    for (std::uint32_t left = from.count('m'); left > 0; --left) {
      typename F::Member::key_type key{};
      plain_value::read_scalar<typename F::Key>(key, from);
      read_value<V>(member[std::move(key)], reading);
    }
  } else if constexpr (F::container == Container::kSet) {
    member.clear();
    for (std::uint32_t left = from.count('z'); left > 0; --left) {
      typename F::Member::value_type value{};
      plain_value::read_scalar<V>(value, from);
      member.insert(std::move(value));
    }
  } else {
    member.clear();
    for (std::uint32_t left = from.count('l'); left > 0; --left) {
      typename F::Member::value_type value{};
      read_value<V>(value, reading);
      member.push_back(std::move(value));
    }
  }
}

template <class T>
template <class V, class Held>
void PlainView<T>::read_value(Held& value, PlainReading& reading) {
  if constexpr (V::kind == meta::Kind::kMessage) {
    if (reading.from.peek() == 'n') return reading.from.null();
    value = PlainView<typename Held::element_type>::read(reading);
  } else {
    plain_value::read_scalar<V>(value, reading.from);
  }
}

template <class T>
void PlainView<T>::clear(T& object, std::uint32_t number) {
  if (!clear_field(typename meta::Class<T>::Fields{}, object, number)) {
    throw Refusal(FailureStage::kBuild, "no field " + std::to_string(number));
  }
}

template <class T>
void PlainView<T>::unlink(T& object, std::vector<Object>& parts) {
  unlink_fields(typename meta::Class<T>::Fields{}, object, parts);
}

template <class T>
template <class F>
void PlainView<T>::unlink_field(T& object, std::vector<Object>& parts) {
  if constexpr (F::Element::kind == meta::Kind::kMessage) {
    const auto unlink_one = [&](auto& held) {
      if (held == nullptr) return;
      auto& part = *held;
      parts.push_back(std::move(held));
      PlainView<std::remove_reference_t<decltype(part)>>::unlink(part, parts);
    };
    auto member = std::exchange(F::get(object), {});
    if constexpr (F::container == meta::Container::kSingle) {
      unlink_one(member);
    } else if constexpr (F::container == meta::Container::kMap) {
      for (auto& pair : member) unlink_one(pair.second);
    } else {
      for (auto& held : member) unlink_one(held);
    }
  }
}

}  // namespace wirebed
