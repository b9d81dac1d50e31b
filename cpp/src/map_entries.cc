// The functions of every pair of types.
#include "map_entries.h"

namespace wirebed::meta {

namespace {

template <class K, class V>
constexpr MapFunctions functions() {
  using Map = std::map<Held<K>, Held<V>>;
  return {.size = [](const void* map) { return static_cast<const Map*>(map)->size(); },
          .clear = [](void* map) { static_cast<Map*>(map)->clear(); },
          .each =
              [](const void* map, void* context, void (*use)(void*, const void*, const void*)) {
                for (const auto& [key, value] : *static_cast<const Map*>(map)) use(context, &key, &value);
              },
          .add = [](void* map, void* key) -> MapFunctions::Found {
            const auto [at, added] =
                static_cast<Map*>(map)->try_emplace(std::move(*static_cast<Held<K>*>(key)));
            return {&at->second, added};
          }};
}

}  // namespace

const MapFunctions& map_functions(Kind key, const Type& type) {
  return visit_key(key, [&]<class K>(K) -> const MapFunctions& {
    return visit(type, []<class V>(V) -> const MapFunctions& {
      static constexpr MapFunctions kFunctions = functions<K, V>();
      return kFunctions;
    });
  });
}

}  // namespace wirebed::meta
