// One codec for one half of the plain structs of a tree (plain_units.h), instantiated here and nowhere else.
#include WIREBED_CODEC_HEADER
#include "bridge/plain.h"
#include "plain.h"
#include "plain_units.h"

#define WIREBED_DECLARE_VIEW(T) extern template struct wirebed::PlainView<T>;
WIREBED_OURS(WIREBED_DECLARE_VIEW)
WIREBED_THEIRS(WIREBED_DECLARE_VIEW)
#define WIREBED_DECLARE(T) extern template struct wirebed::WIREBED_CODEC::Of<T>;
WIREBED_THEIRS(WIREBED_DECLARE)
#define WIREBED_DEFINE(T) template struct wirebed::WIREBED_CODEC::Of<T>;
WIREBED_OURS(WIREBED_DEFINE)

namespace wirebed {

namespace {

template <class T>
PlainWire wire() {
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
std::vector<PlainWire> plain_wires<WIREBED_CODEC, WIREBED_HALF>() {
#define WIREBED_WIRE(T) wire<T>(),
  return {WIREBED_OURS(WIREBED_WIRE)};
#undef WIREBED_WIRE
}

}  // namespace wirebed
