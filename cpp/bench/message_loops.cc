// The loops of all codecs of protobuf messages for some of the messages of a tree.
//
// WIREBED_UNIT is the number of this unit, and WIREBED_CONVERTS the header of its messages, which lists them
// with their plain structs as WIREBED_PAIRS.
#include <google/protobuf/message.h>

#include "bench/conversions.h"
#include "bench/loops.h"
#include "codecs.h"
#include WIREBED_CONVERTS

namespace wirebed::bench {

namespace {

using google::protobuf::Message;

// Returns the result of a loop, in the type that the peer's endpoints use (registry.cc). Not inline: every
// loop has it, and it runs once.
template <class M>
[[gnu::noinline]] Object handed(M& object) {
  if constexpr (std::is_base_of_v<Message, M>) {
    return std::shared_ptr<Message>(std::make_shared<M>(std::move(object)));
  } else {
    return std::make_shared<M>(std::move(object));
  }
}

template <class Codec>
std::string encode(const Object& object, const Options& options, Times times) {
  const auto& message = *static_cast<const Message*>(object.get());
  while (true) {
    std::string wire;
    Codec::encode(message, options, wire);
    keep(wire);
    if (--times == 0) return wire;
  }
}

template <class Codec>
std::string encode_reused(const Object& object, const Options& options, Times times) {
  const auto& message = *static_cast<const Message*>(object.get());
  std::string wire;
  while (true) {
    Codec::encode(message, options, wire);
    keep(wire);
    if (--times == 0) return wire;
  }
}

// The objects are on the stack, as in a loop by hand, and only libprotobuf itself looks up types at run time.
template <class Codec, class T, class M>
struct Of {
  static std::string populate(const Object& object, const Options& options, Times times) {
    const T& value = *static_cast<const T*>(object.get());
    while (true) {
      M message;
      ::wirebed::convert::to_message(value, message);
      std::string wire;
      Codec::encode(message, options, wire);
      keep(wire);
      if (--times == 0) return wire;
    }
  }
  static std::string populate_reused(const Object& object, const Options& options, Times times) {
    const T& value = *static_cast<const T*>(object.get());
    M message;
    std::string wire;
    while (true) {
      message.Clear();
      ::wirebed::convert::to_message(value, message);
      Codec::encode(message, options, wire);
      keep(wire);
      if (--times == 0) return wire;
    }
  }
  static Object decode(std::string_view wire, const Options& options, Times times) {
    while (true) {
      M message;
      Codec::decode(wire, options, message);
      keep(message);
      if (--times == 0) return handed(message);
    }
  }
  static Object decode_reused(std::string_view wire, const Options& options, Times times) {
    M message;
    while (true) {
      Codec::decode(wire, options, message);
      keep(message);
      if (--times == 0) return handed(message);
    }
  }
  static Object convert(std::string_view wire, const Options& options, Times times) {
    while (true) {
      M message;
      Codec::decode(wire, options, message);
      T object;
      ::wirebed::convert::to_plain(message, object);
      keep(object);
      if (--times == 0) return handed(object);
    }
  }
  static Object convert_reused(std::string_view wire, const Options& options, Times times) {
    M message;
    while (true) {
      Codec::decode(wire, options, message);
      T object;
      ::wirebed::convert::to_plain(message, object);
      keep(object);
      if (--times == 0) return handed(object);
    }
  }
};

template <class Codec, class T, class M>
Loops loops_for() {
  // A value without bytes is not timed.
  if constexpr (std::is_same_v<Codec, NoneMessage>) {
    return {.message = meta::class_of<T>().message};
  } else {
    using Of = Of<Codec, T, M>;
    return {.message = meta::class_of<T>().message,
            .encode = &encode<Codec>,
            .encode_reused = &encode_reused<Codec>,
            .populate = &Of::populate,
            .populate_reused = &Of::populate_reused,
            .decode = &Of::decode,
            .decode_reused = &Of::decode_reused,
            .convert = &Of::convert,
            .convert_reused = &Of::convert_reused,
            .kept = {"the string that is written to", "the message"},
            .kept_converting = {"the message and the string that is written to", "the message"}};
  }
}

}  // namespace

#define WIREBED_LOOPS_OF(T, M) loops_for<Codec, T, M>(),
#define WIREBED_LOOPS(C)                           \
  template <>                                      \
  std::vector<Loops> loops_of<C, WIREBED_UNIT>() { \
    using Codec [[maybe_unused]] = C;              \
    return {WIREBED_PAIRS(WIREBED_LOOPS_OF)};      \
  }
WIREBED_MESSAGE_CODECS(WIREBED_LOOPS)

}  // namespace wirebed::bench
