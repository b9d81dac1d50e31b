// Reads plain structs. A class definition with exactly the expected bytes is read field by field in its
// order; any other one is matched by names, once. Included by hessian2.h.
#pragma once

#include "bridge/plain_value.h"
#include "codec/hessian2.h"

namespace wirebed {
namespace hessian2_codec {

template <class V, bool boxed, class Held>
void read_value(Held& value, Reading& reading) {
  Reader& from = reading.from;
  constexpr Kind kind = V::kind;
  if constexpr (kind == Kind::kInt32) {
    value = reading.read_int();
  } else if constexpr (kind == Kind::kUint32) {
    const std::size_t offset = from.offset();
    const std::int64_t wide = from.ReadLong();
    if (wide < 0 || wide > UINT32_MAX) from.Mismatch(offset, std::to_string(wide) + " is no uint32");
    value = static_cast<std::uint32_t>(wide);
  } else if constexpr (kind == Kind::kInt64 || kind == Kind::kUint64) {
    value = static_cast<Held>(from.ReadLong());
  } else if constexpr (kind == Kind::kBool) {
    value = from.ReadBool();
  } else if constexpr (kind == Kind::kFloat) {
    if constexpr (boxed) {
      const Reader::Kind there = from.Peek();
      if (there == Reader::Kind::kRef) {
        return reading.again(from.ReadRef(), [&] { read_value<V, boxed>(value, reading); });
      }
      if (there == Reader::Kind::kObject) {
        return reading.read_handle(float_shape, [&] { value = reading.read_narrow(); });
      }
    }
    value = reading.read_narrow();
  } else if constexpr (kind == Kind::kDouble) {
    value = from.ReadDouble();
  } else if constexpr (kind == Kind::kString) {
    from.ReadString(value);
  } else if constexpr (kind == Kind::kBytes) {
    from.ReadBinary(value);
  } else if constexpr (kind == Kind::kEnum) {
    read_enum(value, reading);
  } else if constexpr (kind == Kind::kDate) {
    if (from.Peek() == Reader::Kind::kNull) return value.reset(), from.ReadNull();
    value = Date(std::chrono::milliseconds(from.ReadDate()));
  } else if constexpr (kind == Kind::kDecimal) {
    from.Expect(decimal_shape);
    const Reader::Kind there = from.Peek();
    if (there == Reader::Kind::kNull) return from.ReadNull();
    if (there == Reader::Kind::kRef) {
      return reading.again(from.ReadRef(), [&] { read_value<V, boxed>(value, reading); });
    }
    reading.read_handle(decimal_shape, [&] { reading.read_decimal(value.text); });
  } else {
    static_assert(kind == Kind::kWrapper);
    if (from.Peek() == Reader::Kind::kNull) return value.reset(), from.ReadNull();
    read_value<meta::Value<V::wrapped>, true>(value.emplace(), reading);
  }
}

template <class V>
constexpr bool is_number() {
  return V::kind == Kind::kInt32 || V::kind == Kind::kInt64 || V::kind == Kind::kFloat ||
         V::kind == Kind::kDouble;
}

template <class E>
void read_enum(E& value, Reading& reading) {
  Reader& from = reading.from;
  const Shape& shape = enum_shape<E>;
  from.Expect(shape);
  const Reader::Kind there = from.Peek();
  const std::size_t offset = from.offset();
  if (there == Reader::Kind::kRef) {
    const std::uint32_t ref = from.ReadRef();
    const Reading::Known* known = reading.find(ref);
    if (known == nullptr) return reading.again(ref, [&] { read_enum(value, reading); });
    if (known->shape != &shape) from.Mismatch(offset, "a ref to an object of another class");
    value = static_cast<E>(known->element);
    return;
  }
  const std::uint32_t ref = from.next_ref();
  std::string name;
  reading.read_handle(shape, [&] { from.ReadString(name); });
  const meta::EnumValue* constant = find_constant<E>(name);
  if (constant == nullptr) {
    from.Mismatch(offset, std::string(meta::Enum<E>::java_class) + " has no constant " + name);
  }
  value = static_cast<E>(constant->number);
  reading.know(ref) = {&shape, nullptr, static_cast<std::uint32_t>(constant->number)};
}

// Reads one element into a list or set.
template <class V, bool boxed, class Member>
void read_element(Member& member, Reading& reading) {
  using Held = typename Member::value_type;
  if constexpr (V::kind == Kind::kMessage) {
    member.emplace_back();
    Hessian2::Of<typename Held::element_type>::read(reading,
                                                    {&member, static_cast<std::uint32_t>(member.size())});
  } else {
    Held value{};
    read_value<V, boxed>(value, reading);
    member.insert(member.end(), std::move(value));
  }
}

template <class F>
void read_collection(typename F::Member& member, Reading& reading) {
  using V = typename F::Element;
  constexpr bool boxed = is_boxed<F>();
  Reader& from = reading.from;
  if (from.Peek() == Reader::Kind::kRef) {
    return reading.again(from.ReadRef(), [&] { read_collection<F>(member, reading); });
  }
  if constexpr (F::container == meta::Container::kMap) {
    from.ReadMap();
    while (!from.AtEnd()) {
      typename F::Member::key_type key{};
      read_value<typename F::Key, true>(key, reading);
      if constexpr (V::kind == Kind::kMessage) {
        using T = typename F::Member::mapped_type::element_type;
        std::shared_ptr<T>* place = reading.map_place<T>();
        Hessian2::Of<T>::read(reading, {place});
        member[std::move(key)] = *place;
      } else {
        typename F::Member::mapped_type value{};
        read_value<V, boxed>(value, reading);
        member[std::move(key)] = std::move(value);
      }
    }
  } else {
    const Reader::ListHead head = from.ReadList();
    if constexpr (requires { member.reserve(0); }) {
      // The claim does not exceed what is left of the input, but an element takes more than a byte, so only a
      // few are reserved.
      constexpr std::int32_t kFew = 8;
      if (head.count > 0) member.reserve(static_cast<std::size_t>(std::min(head.count, kFew)));
    }
    for (std::int32_t i = 0; head.count < 0 ? !from.AtEnd() : i < head.count; ++i) {
      read_element<V, boxed>(member, reading);
    }
  }
  from.Leave();
}

}  // namespace hessian2_codec

template <class T>
std::shared_ptr<T> Hessian2::Of<T>::decode(std::string_view wire, const Options& options) {
  return decode(wire, options, reused());
}

template <class T>
std::shared_ptr<T> Hessian2::Of<T>::decode(std::string_view wire, const Options& options, Reused& reused) {
  const bool envelope = hessian2_codec::has_envelope(options);
  Reading& reading = reused.reading;
  reading.start(wire);
  std::shared_ptr<T> root;
  try {
    if (envelope) reading.from.ReadMessageStart();
    read(reading, {&root});
    if (envelope) reading.from.ReadMessageEnd();
    reading.from.Finish();
    if (root == nullptr) reading.from.Mismatch(0, "null where an object is expected");
    reading.forget();
  } catch (const ::hessian2::Error&) {
    std::vector<Object> parts;  // what was read so far may be a cycle
    reading.abandon(parts);
    if (root != nullptr) PlainView<T>::unlink(*root, parts);
    hessian2_codec::refuse();
  }
  return root;
}

template <class T>
void Hessian2::Of<T>::read(Reading& reading, hessian2_codec::Place<T> place) {
  using ::hessian2::Reader;
  Reader& from = reading.from;
  const ::hessian2::Shape& shape = hessian2_codec::shape<T>;
  const auto share = [&](const Reading::Known& known, std::size_t offset) {
    if (known.shape != &shape) from.Mismatch(offset, "a ref to an object of another class");
    place.get() = hessian2_codec::Place<T>{known.where, known.element}.get();
  };
  from.Expect(shape);
  const Reader::Kind there = from.Peek();
  if (there == Reader::Kind::kNull) return from.ReadNull();
  const std::size_t offset = from.offset();
  if (there == Reader::Kind::kRef) {
    const std::uint32_t ref = from.ReadRef();
    if (const Reading::Known* known = reading.find(ref)) return share(*known, offset);
    return reading.again(ref, [&] { read(reading, place); });
  }
  const std::uint32_t ref = from.next_ref();
  if (there == Reader::Kind::kObject) {
    if (const Reading::Known* known = reading.find(ref)) {
      // A ref elsewhere led here first, when something around this object was read again.
      share(*known, offset);
      return from.SkipAgain();
    }
  }
  const std::uint32_t index = from.ReadObject();
  auto made = std::make_shared<T>();
  T& object = *made;
  place.get() = std::move(made);
  reading.know(ref) = {&shape, place.where, place.element};
  if (from.class_at(index).shape != &shape) reading.require_class(index, shape, offset);
  read_fields(object, index, reading);
  from.Leave();
}

template <class T>
void Hessian2::Of<T>::read_fields(T& object, std::uint32_t index, Reading& reading) {
  if (reading.from.class_at(index).shape == &hessian2_codec::shape<T>) {
    meta::JavaFields<T>::each([&](auto field) {
      using F = decltype(field);
      using V = typename F::Element;
      if constexpr (hessian2_codec::is_number<V>() && F::container == meta::Container::kSingle &&
                    !F::nullable) {
        // The same as read_member, in place: a call for each number would cost as much as reading it.
        if (reading.from.Peek() == ::hessian2::Reader::Kind::kNull) return reading.from.ReadNull();
        hessian2_codec::read_value<V, false>(F::get(object), reading);
      } else {
        read_member<F>(&object, reading);
      }
    });
    return;
  }
  hessian2_codec::Plan& fresh = reading.plan(index);
  if (fresh.shape == nullptr) plan(typename meta::Class<T>::Fields{}, fresh, index, reading);
  if (fresh.shape != &hessian2_codec::shape<T>) {
    reading.from.Mismatch(reading.from.offset(), "one Java class for two structs");
  }
  const std::size_t count = fresh.steps.size();
  for (std::size_t i = 0; i < count; ++i) {
    // This is looked up each time, since an object inside may add the plan of another class.
    const auto step = reading.plan(index).steps[i];
    step != nullptr ? step(&object, reading) : reading.from.Skip();
  }
}

template <class T>
template <class... Fs>
void Hessian2::Of<T>::plan(meta::List<Fs...>, hessian2_codec::Plan& plan, std::uint32_t index,
                           Reading& reading) {
  const std::vector<std::string_view>& names = reading.from.class_at(index).fields();
  plan.shape = &hessian2_codec::shape<T>;
  plan.steps.assign(names.size(), nullptr);
  [[maybe_unused]] const auto match = [&](std::string_view name, void (*step)(void*, Reading&)) {
    // If a name occurs twice, the last one counts, as in Java.
    for (std::size_t i = names.size(); i > 0; --i) {
      if (names[i - 1] == name) return static_cast<void>(plan.steps[i - 1] = step);
    }
  };
  (match(Fs::names.java, &read_member<Fs>), ...);
}

template <class T>
template <class F>
void Hessian2::Of<T>::read_member(void* object, Reading& reading) {
  using V = typename F::Element;
  ::hessian2::Reader& from = reading.from;
  auto& member = F::get(*static_cast<T*>(object));
  if constexpr (F::container == meta::Container::kSingle && V::kind == meta::Kind::kMessage) {
    Of<typename F::Member::element_type>::read(reading, {&member});
  } else {
    // Java writes null for what is absent, and the member is empty already.
    if (from.Peek() == ::hessian2::Reader::Kind::kNull) return from.ReadNull();
    if constexpr (F::container == meta::Container::kSingle) {
      hessian2_codec::read_value<V, hessian2_codec::is_boxed<F>()>(plain_value::hold<F>(member), reading);
    } else {
      hessian2_codec::read_collection<F>(member, reading);
    }
  }
}

}  // namespace wirebed
