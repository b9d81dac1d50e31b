// The loops of all plain codecs for some of the plain structs, and copying these.
//
// WIREBED_UNIT is the number of this unit, and WIREBED_COPIES the header that lists its structs, as
// WIREBED_OURS.
#include "bench/copy.h"
#include "bench/loops.h"
#include "codecs.h"
#include "typed.h"
#include WIREBED_COPIES

namespace wirebed::bench {

namespace {

// A codec that reuses something by default (hessian2.h) begins without it in each round.
template <class Codec>
concept ReusesByDefault = requires {
  Codec::reused();
};

template <class Codec>
concept Writes = requires(const meta::Class& type, const void* object, const Options& options) {
  Codec::encode(type, object, options);
};

template <class Codec>
concept WritesReused = requires(const meta::Class& type, const void* object, const Options& options,
                                typename Codec::Reused& reused) {
  Codec::encode(type, object, options, reused);
};

template <class Codec>
concept ReadsReused = requires(const meta::Class& type, std::string_view wire, const Options& options,
                               typename Codec::Reused& reused) {
  { Codec::decode(type, wire, options, reused) } -> std::same_as<Object>;
};

template <class Codec>
concept ReadsInPlace = requires(const meta::Class& type, std::string_view wire, const Options& options,
                                void* object) {
  Codec::decode(type, wire, options, object);
};

template <class T>
const T& value_of(const Object& object) {
  return *static_cast<const T*>(object.get());
}

// Returns the result of a loop. Not inline: every loop has it, and it runs once.
template <class T>
[[gnu::noinline]] Object handed(T& object) {
  return std::make_shared<T>(std::move(object));
}

template <class Codec, class T>
std::string encode(const Object& object, const Options& options, Times times) {
  const T& value = value_of<T>(object);
  while (true) {
    if constexpr (ReusesByDefault<Codec>) {
      typename Codec::Reused fresh;
      std::string_view wire = Codec::encode(meta::class_of<T>(), &value, options, fresh);
      keep(wire);
      if (--times == 0) return std::string(wire);
    } else {
      std::string wire = Typed<Codec, T>::encode(value, options);
      keep(wire);
      if (--times == 0) return wire;
    }
  }
}

template <class Codec, class T>
std::string encode_reused(const Object& object, const Options& options, Times times) {
  const T& value = value_of<T>(object);
  typename Codec::Reused reused;
  while (true) {
    std::string_view wire = Codec::encode(meta::class_of<T>(), &value, options, reused);
    keep(wire);
    if (--times == 0) return std::string(wire);
  }
}

template <class Codec, class T>
Object decode(std::string_view wire, const Options& options, Times times) {
  while (true) {
    if constexpr (ReadsInPlace<Codec>) {
      T object;
      Typed<Codec, T>::decode(wire, options, object);
      keep(object);
      if (--times == 0) return handed(object);
    } else if constexpr (ReusesByDefault<Codec>) {
      typename Codec::Reused fresh;
      Object object = Codec::decode(meta::class_of<T>(), wire, options, fresh);
      keep(object);
      if (--times == 0) return object;
    } else {
      Object object = Codec::decode(meta::class_of<T>(), wire, options);
      keep(object);
      if (--times == 0) return object;
    }
  }
}

template <class Codec, class T>
Object decode_reused(std::string_view wire, const Options& options, Times times) {
  typename Codec::Reused reused;
  while (true) {
    Object object = Codec::decode(meta::class_of<T>(), wire, options, reused);
    keep(object);
    if (--times == 0) return object;
  }
}

template <class T>
Object copy(const Object& object, Times times) {
  const T& value = value_of<T>(object);
  while (true) {
    T made = copy_of(value);
    keep(made);
    if (--times == 0) return handed(made);
  }
}

template <class Codec, class T>
Loops loops_for() {
  // A value without bytes is not timed.
  if constexpr (std::is_same_v<Codec, NonePlain>) {
    return {.message = meta::class_of<T>().message};
  } else {
    Loops made{.message = meta::class_of<T>().message, .decode = &decode<Codec, T>};
    if constexpr (Writes<Codec>) made.encode = &encode<Codec, T>;
    if constexpr (requires { typename Codec::Reused; }) {
      made.kept = Codec::kept;
      if constexpr (WritesReused<Codec>) made.encode_reused = &encode_reused<Codec, T>;
      if constexpr (ReadsReused<Codec>) made.decode_reused = &decode_reused<Codec, T>;
    }
    return made;
  }
}

}  // namespace

#define WIREBED_LOOPS_OF(T) loops_for<Codec, T>(),
#define WIREBED_LOOPS(C)                           \
  template <>                                      \
  std::vector<Loops> loops_of<C, WIREBED_UNIT>() { \
    using Codec [[maybe_unused]] = C;              \
    return {WIREBED_OURS(WIREBED_LOOPS_OF)};       \
  }
WIREBED_PLAIN_CODECS(WIREBED_LOOPS)

template <>
std::vector<CopyLoop> copies_of<WIREBED_UNIT>() {
#define WIREBED_COPY(T) CopyLoop{meta::class_of<T>().message, &copy<T>},
  return {WIREBED_OURS(WIREBED_COPY)};
}

}  // namespace wirebed::bench
