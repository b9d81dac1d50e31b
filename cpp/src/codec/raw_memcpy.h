// The hand-made layout of proto/README.md, "raw": the bytes of one field after another, copied from memory,
// little-endian.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "bridge/plain_value.h"
#include "codec.h"
#include "codec/raw_state.h"
#include "meta.h"

namespace wirebed {

struct RawMemcpy {
  static About about();
  using Reused = std::string;
  static constexpr Kept kept{.encoding = "the buffer that is written to", .decoding = ""};

  template <class T>
  struct Of {
    static std::string encode(const T& object, const Options& options);
    static std::string_view encode(const T& object, const Options& options, Reused& reused);
    static std::shared_ptr<T> decode(std::string_view wire, const Options& options);
    static void decode(std::string_view wire, const Options& options, T& object);

    static void write(const T& object, RawWriting& out);
    static void read(T& object, RawReading& in);

   private:
    template <class F>
    static void write_field(const T& object, RawWriting& out);
    template <class F>
    static void read_field(T& object, RawReading& in);
    template <class V, class Held>
    static void write_value(const Held& value, RawWriting& out);
    template <class V, class Held>
    static void read_value(Held& value, RawReading& in);
  };

  // The kind of a scalar; of a wrapper, the kind of the scalar inside.
  template <class V>
  static constexpr meta::Kind scalar() {
    return V::kind == meta::Kind::kWrapper ? V::wrapped : V::kind;
  }
  // Whether a length before the value can also say that there is no value.
  template <class V>
  static constexpr bool is_counted() {
    constexpr meta::Kind kind = scalar<V>();
    return kind == meta::Kind::kString || kind == meta::Kind::kBytes || kind == meta::Kind::kDecimal;
  }
  template <class V>
  static constexpr std::size_t least() {
    using meta::Kind;
    constexpr Kind kind = scalar<V>();
    if (kind == Kind::kBool || kind == Kind::kMessage) return 1;
    return kind == Kind::kInt64 || kind == Kind::kUint64 || kind == Kind::kDouble || kind == Kind::kDate ? 8
                                                                                                         : 4;
  }
  // Whether the elements have the same bytes in a std::vector as on the wire.
  template <class V, class Held>
  static constexpr bool is_copied() {
    return kCopiesAsItIs && std::is_arithmetic_v<Held> && !std::is_same_v<Held, bool>;
  }
  template <class F>
  static constexpr bool may_be_null() {
    using meta::Kind;
    constexpr Kind kind = F::Element::kind;
    return F::nullable || kind == Kind::kMessage || kind == Kind::kDate || kind == Kind::kWrapper ||
           kind == Kind::kDecimal;
  }
};

template <class T>
std::string RawMemcpy::Of<T>::encode(const T& object, const Options&) {
  std::string wire;
  RawWriting out(wire);
  write(object, out);
  return wire;
}

template <class T>
std::string_view RawMemcpy::Of<T>::encode(const T& object, const Options&, Reused& reused) {
  reused.clear();
  RawWriting out(reused);
  write(object, out);
  return reused;
}

template <class T>
std::shared_ptr<T> RawMemcpy::Of<T>::decode(std::string_view wire, const Options& options) {
  auto object = std::make_shared<T>();
  decode(wire, options, *object);
  return object;
}

template <class T>
void RawMemcpy::Of<T>::decode(std::string_view wire, const Options&, T& object) {
  RawReading in(wire);
  read(object, in);
  in.at_end();
}

template <class T>
void RawMemcpy::Of<T>::write([[maybe_unused]] const T& object, RawWriting& out) {
  out.begin();
  meta::Class<T>::Fields::each([&](auto field) { write_field<decltype(field)>(object, out); });
  out.end();
}

template <class T>
void RawMemcpy::Of<T>::read([[maybe_unused]] T& object, RawReading& in) {
  in.begin();
  meta::Class<T>::Fields::each([&](auto field) { read_field<decltype(field)>(object, in); });
  in.end();
}

template <class T>
template <class F>
void RawMemcpy::Of<T>::write_field(const T& object, RawWriting& out) {
  using V = typename F::Element;
  const auto& member = F::get(object);
  if constexpr (F::container == meta::Container::kSingle) {
    if constexpr (may_be_null<F>()) {
      const bool there = plain_value::is_there<F>(member);
      if constexpr (!is_counted<V>()) out.flag(there);
      if (!there) {
        if constexpr (is_counted<V>()) out.number<std::int32_t>(-1);
        return;
      }
    }
    write_value<V>(plain_value::held<F>(member), out);
  } else if constexpr (F::container == meta::Container::kMap) {
    out.count(member.size());
    for (const auto& [key, value] : member) {
      write_value<typename F::Key>(key, out);
      if constexpr (V::kind == meta::Kind::kMessage) out.flag(value != nullptr);
      write_value<V>(value, out);
    }
  } else {
    using Held = typename F::Member::value_type;
    out.count(member.size());
    if constexpr (is_copied<V, Held>() && F::container != meta::Container::kSet) {
      out.octets(member.data(), member.size() * sizeof(Held));
    } else {
      for (const Held& value : member) {
        if constexpr (V::kind == meta::Kind::kMessage) out.flag(value != nullptr);
        write_value<V>(value, out);
      }
    }
  }
}

template <class T>
template <class V, class Held>
void RawMemcpy::Of<T>::write_value(const Held& value, RawWriting& out) {
  using meta::Kind;
  if constexpr (V::kind == Kind::kMessage) {
    if (value == nullptr) RawWriting::refuse_null();
    Of<typename Held::element_type>::write(*value, out);
  } else if constexpr (V::kind == Kind::kWrapper) {
    if (!value) RawWriting::refuse_null();
    write_value<meta::Value<V::wrapped>>(*value, out);
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

template <class T>
template <class F>
void RawMemcpy::Of<T>::read_field(T& object, RawReading& in) {
  using V = typename F::Element;
  auto& member = F::get(object);
  if constexpr (F::container == meta::Container::kSingle) {
    if constexpr (may_be_null<F>()) {
      if constexpr (is_counted<V>()) {
        if (in.none()) return;
      } else {
        if (!in.flag()) return;
      }
    }
    read_value<V>(plain_value::hold<F>(member), in);
  } else if constexpr (F::container == meta::Container::kMap) {
    const std::size_t count = in.count(least<typename F::Key>() + least<V>());
    for (std::size_t i = 0; i < count; ++i) {
      typename F::Member::key_type key{};
      read_value<typename F::Key>(key, in);
      if constexpr (V::kind == meta::Kind::kMessage) {
        if (!in.flag()) RawReading::refuse_null();
      }
      typename F::Member::mapped_type value{};
      read_value<V>(value, in);
      member.insert_or_assign(std::move(key), std::move(value));
    }
  } else {
    using Held = typename F::Member::value_type;
    const std::size_t count = in.count(least<V>());
    if constexpr (is_copied<V, Held>() && F::container != meta::Container::kSet) {
      member.resize(count);
      if (count > 0) std::memcpy(member.data(), in.take(count * sizeof(Held)).data(), count * sizeof(Held));
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        if constexpr (V::kind == meta::Kind::kMessage) {
          if (!in.flag()) RawReading::refuse_null();
        }
        Held value{};
        read_value<V>(value, in);
        member.insert(member.end(), std::move(value));
      }
    }
  }
}

template <class T>
template <class V, class Held>
void RawMemcpy::Of<T>::read_value(Held& value, RawReading& in) {
  using meta::Kind;
  if constexpr (V::kind == Kind::kMessage) {
    value = std::make_shared<typename Held::element_type>();
    Of<typename Held::element_type>::read(*value, in);
  } else if constexpr (V::kind == Kind::kWrapper) {
    read_value<meta::Value<V::wrapped>>(value.emplace(), in);
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
    value = static_cast<Held>(in.number<std::int32_t>());
  } else {
    value = in.number<Held>();
  }
}

}  // namespace wirebed
