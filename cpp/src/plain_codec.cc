// One codec for one shard of the plain structs of a tree (plain_units.h), instantiated here and nowhere else.
//
// WIREBED_SHARD is the number of the shard, and WIREBED_STRUCTS the header that lists its structs, as
// WIREBED_OURS.
#include WIREBED_CODEC_HEADER
#include "bridge/plain.h"
#include "plain_units.h"

#define WIREBED_ELSEWHERE(T)                    \
  extern template struct wirebed::PlainView<T>; \
  extern template struct wirebed::WIREBED_CODEC::Of<T>;
#include WIREBED_STRUCTS

#define WIREBED_DECLARE_VIEW(T) extern template struct wirebed::PlainView<T>;
WIREBED_OURS(WIREBED_DECLARE_VIEW)
#define WIREBED_DEFINE(T) template struct wirebed::WIREBED_CODEC::Of<T>;
WIREBED_OURS(WIREBED_DEFINE)

namespace wirebed {

namespace {

template <class T>
PlainCodec codec_of() {
  using Codec = WIREBED_CODEC::Of<T>;
  return {.message = meta::Class<T>::message,
          .write = [](const Object& object,
                      const Options& options) { return Codec::encode(object_of<T>(object), options); },
          .read = [](std::string_view wire, const Options& options) -> Object {
            return Codec::decode(wire, options);
          }};
}

}  // namespace

template <>
std::vector<PlainCodec> plain_codecs_of<WIREBED_CODEC, WIREBED_SHARD>() {
#define WIREBED_ENTRY(T) codec_of<T>(),
  return {WIREBED_OURS(WIREBED_ENTRY)};
#undef WIREBED_ENTRY
}

}  // namespace wirebed
