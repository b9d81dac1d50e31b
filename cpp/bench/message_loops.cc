// The loops of all codecs of protobuf messages for one shard of the tree.
//
// WIREBED_SHARD is its number, WIREBED_CONVERTS the header of its messages, which with their plain structs
// are WIREBED_PAIRS (tree/CMakeLists.txt).
#include <benchmark/benchmark.h>
#include <google/protobuf/message.h>

#include "bench/loops.h"
#include "codecs.h"
#include "plain_units.h"
#include WIREBED_CONVERTS

namespace wirebed::bench {

namespace {

using google::protobuf::Message;

// As the peer's endpoints hold it (registry.cc).
template <class M>
Object held(M&& message) {
  return std::shared_ptr<Message>(std::make_shared<M>(std::move(message)));
}

// The types are on the stack, as in a loop by hand: nothing is found at run time but by libprotobuf itself.
template <class Codec, class T, class M>
struct Of {
  static std::string encode(const Object& object, const Options& options, Times times) {
    const M& message = static_cast<const M&>(*static_cast<const Message*>(object.get()));
    while (true) {
      std::string wire;
      Codec::encode(message, options, wire);
      benchmark::DoNotOptimize(wire);
      if (--times == 0) return wire;
    }
  }
  static std::string encode_reused(const Object& object, const Options& options, Times times) {
    const M& message = static_cast<const M&>(*static_cast<const Message*>(object.get()));
    std::string wire;
    while (true) {
      Codec::encode(message, options, wire);
      benchmark::DoNotOptimize(wire);
      if (--times == 0) return wire;
    }
  }
  static std::string populate(const Object& object, const Options& options, Times times) {
    const T& value = object_of<T>(object);
    while (true) {
      M message;
      convert::to_message(value, message);
      std::string wire;
      Codec::encode(message, options, wire);
      benchmark::DoNotOptimize(wire);
      if (--times == 0) return wire;
    }
  }
  static std::string populate_reused(const Object& object, const Options& options, Times times) {
    const T& value = object_of<T>(object);
    M message;
    std::string wire;
    while (true) {
      message.Clear();
      convert::to_message(value, message);
      Codec::encode(message, options, wire);
      benchmark::DoNotOptimize(wire);
      if (--times == 0) return wire;
    }
  }
  static Object decode(std::string_view wire, const Options& options, Times times) {
    while (true) {
      M message;
      Codec::decode(wire, options, message);
      benchmark::DoNotOptimize(message);
      if (--times == 0) return held(std::move(message));
    }
  }
  static Object decode_reused(std::string_view wire, const Options& options, Times times) {
    M message;
    while (true) {
      Codec::decode(wire, options, message);
      benchmark::DoNotOptimize(message);
      if (--times == 0) return held(std::move(message));
    }
  }
  static Object convert(std::string_view wire, const Options& options, Times times) {
    while (true) {
      M message;
      Codec::decode(wire, options, message);
      T object;
      convert::to_plain(message, object);
      benchmark::DoNotOptimize(object);
      if (--times == 0) return std::make_shared<T>(std::move(object));
    }
  }
  static Object convert_reused(std::string_view wire, const Options& options, Times times) {
    M message;
    while (true) {
      Codec::decode(wire, options, message);
      T object;
      convert::to_plain(message, object);
      benchmark::DoNotOptimize(object);
      if (--times == 0) return std::make_shared<T>(std::move(object));
    }
  }
};

template <class Codec, class T, class M>
Loops loops_for() {
  using Of = Of<Codec, T, M>;
  return {.message = meta::Class<T>::message,
          .encode = &Of::encode,
          .encode_reused = &Of::encode_reused,
          .populate = &Of::populate,
          .populate_reused = &Of::populate_reused,
          .decode = &Of::decode,
          .decode_reused = &Of::decode_reused,
          .convert = &Of::convert,
          .convert_reused = &Of::convert_reused,
          .keeps = {"the string that is written to", "the message"},
          .keeps_converting = {"the message and the string that is written to", "the message"}};
}

}  // namespace

#define WIREBED_LOOPS_OF(T, M) loops_for<Codec, T, M>(),
#define WIREBED_LOOPS(C)                            \
  template <>                                       \
  std::vector<Loops> loops_of<C, WIREBED_SHARD>() { \
    using Codec = C;                                \
    return {WIREBED_PAIRS(WIREBED_LOOPS_OF)};       \
  }
WIREBED_MESSAGE_CODECS(WIREBED_LOOPS)

}  // namespace wirebed::bench
