// The loops of all plain codecs for one shard of the plain structs, and copying these.
//
// WIREBED_SHARD is the number of the shard, and WIREBED_STRUCTS the header that lists its structs, as
// WIREBED_OURS. WIREBED_CODECS_ELSEWHERE declares that other units compile a struct's codecs
// (tree/CMakeLists.txt).
#include "bench/copy.h"
#include "bench/loops.h"
#include "codecs.h"
#include "plain_units.h"

#define WIREBED_ELSEWHERE(T) WIREBED_CODECS_ELSEWHERE(T)
#include WIREBED_STRUCTS
WIREBED_OURS(WIREBED_CODECS_ELSEWHERE)

namespace wirebed::bench {

namespace {

// A codec that reuses something by default (hessian2.h) begins without it in each round.
template <class Codec>
concept ReusesByDefault = requires {
  Codec::reused();
};

template <class Codec, class T>
concept WritesReused = requires(const T& object, const Options& options, typename Codec::Reused& reused) {
  Codec::template Of<T>::encode(object, options, reused);
};

template <class Codec, class T>
concept ReadsReused = requires(std::string_view wire, const Options& options,
                               typename Codec::Reused& reused) {
  { Codec::template Of<T>::decode(wire, options, reused) } -> std::same_as<std::shared_ptr<T>>;
};

// Returns the result of a loop. Not inline: every loop has it, and it runs once.
template <class T>
[[gnu::noinline]] Object handed(T& object) {
  return std::make_shared<T>(std::move(object));
}

template <class Codec, class T>
std::string encode(const Object& object, const Options& options, Times times) {
  const T& value = object_of<T>(object);
  while (true) {
    if constexpr (ReusesByDefault<Codec>) {
      typename Codec::Reused fresh;
      std::string_view wire = Codec::template Of<T>::encode(value, options, fresh);
      keep(wire);
      if (--times == 0) return std::string(wire);
    } else {
      std::string wire = Codec::template Of<T>::encode(value, options);
      keep(wire);
      if (--times == 0) return wire;
    }
  }
}

template <class Codec, class T>
std::string encode_reused(const Object& object, const Options& options, Times times) {
  const T& value = object_of<T>(object);
  typename Codec::Reused reused;
  while (true) {
    std::string_view wire = Codec::template Of<T>::encode(value, options, reused);
    keep(wire);
    if (--times == 0) return std::string(wire);
  }
}

template <class Codec, class T>
Object decode(std::string_view wire, const Options& options, Times times) {
  using Of = typename Codec::template Of<T>;
  while (true) {
    if constexpr (requires(T & object) { Of::decode(wire, options, object); }) {
      T object;
      Of::decode(wire, options, object);
      keep(object);
      if (--times == 0) return handed(object);
    } else if constexpr (ReusesByDefault<Codec>) {
      typename Codec::Reused fresh;
      std::shared_ptr<T> object = Of::decode(wire, options, fresh);
      keep(object);
      if (--times == 0) return object;
    } else {
      std::shared_ptr<T> object = Of::decode(wire, options);
      keep(object);
      if (--times == 0) return object;
    }
  }
}

template <class Codec, class T>
Object decode_reused(std::string_view wire, const Options& options, Times times) {
  typename Codec::Reused reused;
  while (true) {
    std::shared_ptr<T> object = Codec::template Of<T>::decode(wire, options, reused);
    keep(object);
    if (--times == 0) return object;
  }
}

template <class T>
Object copy(const Object& object, Times times) {
  const T& value = object_of<T>(object);
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
    return {.message = meta::Class<T>::message};
  } else {
    Loops made{.message = meta::Class<T>::message, .encode = &encode<Codec, T>, .decode = &decode<Codec, T>};
    if constexpr (requires { typename Codec::Reused; }) {
      made.kept = Codec::kept;
      if constexpr (WritesReused<Codec, T>) made.encode_reused = &encode_reused<Codec, T>;
      if constexpr (ReadsReused<Codec, T>) made.decode_reused = &decode_reused<Codec, T>;
    }
    return made;
  }
}

}  // namespace

#define WIREBED_LOOPS_OF(T) loops_for<Codec, T>(),
#define WIREBED_LOOPS(C)                            \
  template <>                                       \
  std::vector<Loops> loops_of<C, WIREBED_SHARD>() { \
    using Codec [[maybe_unused]] = C;               \
    return {WIREBED_OURS(WIREBED_LOOPS_OF)};        \
  }
WIREBED_PLAIN_CODECS(WIREBED_LOOPS)

template <>
std::vector<CopyLoop> copies_of<WIREBED_SHARD>() {
#define WIREBED_COPY(T) CopyLoop{meta::Class<T>::message, &copy<T>},
  return {WIREBED_OURS(WIREBED_COPY)};
}

}  // namespace wirebed::bench
