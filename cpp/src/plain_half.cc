// One half of the plain structs of a tree: the bridge and every plain codec, instantiated here and nowhere
// else.
//
// Compiled twice, with WIREBED_HALF=0 and 1: as many units as cores, since one unit per message costs far
// more in headers than it gains.
#include "bridge/plain.h"
#include "codecs.h"
#include "plain.h"
#include "registry.h"

#if WIREBED_HALF == 0
#define WIREBED_OURS WIREBED_CLASSES_0
#define WIREBED_THEIRS WIREBED_CLASSES_1
#define WIREBED_PLAIN_CLASSES plain_classes_0
#else
#define WIREBED_OURS WIREBED_CLASSES_1
#define WIREBED_THEIRS WIREBED_CLASSES_0
#define WIREBED_PLAIN_CLASSES plain_classes_1
#endif

#define WIREBED_DECLARE_CODEC(C, T) extern template struct wirebed::C::Of<T>;
#define WIREBED_DECLARE(T)                      \
  extern template struct wirebed::PlainView<T>; \
  WIREBED_PLAIN_CODECS(WIREBED_DECLARE_CODEC, T)
WIREBED_THEIRS(WIREBED_DECLARE)

#define WIREBED_DEFINE_CODEC(C, T) template struct wirebed::C::Of<T>;
#define WIREBED_DEFINE(T)                \
  template struct wirebed::PlainView<T>; \
  WIREBED_PLAIN_CODECS(WIREBED_DEFINE_CODEC, T)
WIREBED_OURS(WIREBED_DEFINE)

namespace wirebed {

namespace {

template <class T>
T& object_of(const Object& object) {
  return *static_cast<T*>(object.get());
}

template <class C, class T>
PlainClass::Wire wire() {
  return {.write =
              [](const Object& object, const Options& options) {
                return C::template Of<T>::encode(object_of<T>(object), options);
              },
          .read = [](std::string_view wire, const Options& options) -> Object {
            return C::template Of<T>::decode(wire, options);
          }};
}

template <class T>
PlainClass plain_class() {
  return {.message = meta::Class<T>::message,
          .build = [](std::string_view view) -> Object { return NonePlain::Of<T>::decode(view, {}); },
          .view = [](const Object& object) { return NonePlain::Of<T>::encode(object_of<T>(object), {}); },
          .edit =
              [](const Object& object, std::string_view set, const std::vector<std::uint32_t>& clear) {
                PlainReading reading{.from = view::Reader(set), .seen = {}};
                if (!set.empty()) {
                  reading.from.begin_record();
                  PlainView<T>::read_fields(object_of<T>(object), reading);
                }
                for (const std::uint32_t number : clear) PlainView<T>::clear(object_of<T>(object), number);
              },
          .release =
              [](const Object& object) {
                std::vector<Object> kept;
                PlainView<T>::unlink(object_of<T>(object), kept);
              },
          .wires =
              {
#define WIREBED_WIRE(C, U) wire<C, T>(),
                  WIREBED_PLAIN_CODECS(WIREBED_WIRE, )
#undef WIREBED_WIRE
              }};
}

}  // namespace

std::vector<PlainClass> WIREBED_PLAIN_CLASSES() {
  return {
#define WIREBED_CLASS(T) plain_class<T>(),
      WIREBED_OURS(WIREBED_CLASS)
#undef WIREBED_CLASS
  };
}

}  // namespace wirebed
