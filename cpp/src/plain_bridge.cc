// The bridge of one shard of the plain structs of a tree (plain_units.h), instantiated here and nowhere else.
//
// WIREBED_SHARD is the number of the shard, and WIREBED_STRUCTS the header that lists its structs, as
// WIREBED_OURS.
#include "bridge/plain.h"
#include "plain_units.h"

#define WIREBED_ELSEWHERE(T) extern template struct wirebed::PlainView<T>;
#include WIREBED_STRUCTS

#define WIREBED_DEFINE(T) template struct wirebed::PlainView<T>;
WIREBED_OURS(WIREBED_DEFINE)

namespace wirebed {

namespace {

template <class T>
void edit(const Object& object, std::string_view set, const std::vector<std::uint32_t>& clear) {
  for (const std::uint32_t number : clear) PlainView<T>::clear(object_of<T>(object), number);
  if (!set.empty()) PlainView<T>::merge(set, object_of<T>(object));
}

template <class T>
void release(const Object& object) {
  std::vector<Object> parts;
  PlainView<T>::unlink(object_of<T>(object), parts);
}

template <class T>
PlainBridge bridge_of() {
  return {.message = meta::Class<T>::message,
          .build = [](std::string_view view) -> Object { return PlainView<T>::from_bytes(view); },
          .view = [](const Object& object) { return PlainView<T>::to_bytes(object_of<T>(object)); },
          .edit = &edit<T>,
          .release = &release<T>};
}

}  // namespace

template <>
std::vector<PlainBridge> plain_bridges_of<WIREBED_SHARD>() {
#define WIREBED_ENTRY(T) bridge_of<T>(),
  return {WIREBED_OURS(WIREBED_ENTRY)};
#undef WIREBED_ENTRY
}

}  // namespace wirebed
