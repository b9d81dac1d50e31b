// The entries of a std::map of any types of key and value (values.h). For each pair of types these few
// functions are compiled once; a codec goes on with the key and the value by themselves.
#pragma once

#include <type_traits>

#include "meta.h"
#include "values.h"

namespace wirebed::meta {

struct MapFunctions {
  std::size_t (*size)(const void* map);
  void (*clear)(void* map);
  void (*each)(const void* map, void* context,
               void (*use)(void* context, const void* key, const void* value));
  // The value of a key, which is moved into the map if it is not there.
  struct Found {
    void* value;
    bool added;
  };
  Found (*add)(void* map, void* key);
};

const MapFunctions& map_functions(Kind key, const Type& type);

// The map of a field, at a place.
class MapEntries {
 public:
  MapEntries(const Field& field, void* place)
      : functions_(map_functions(field.key, field.type)), map_(place) {}
  MapEntries(const Field& field, const void* place) : MapEntries(field, const_cast<void*>(place)) {}

  std::size_t size() const { return functions_.size(map_); }
  void clear() const { functions_.clear(map_); }
  // Calls use(key, value) with their places, in order.
  template <class Use>
  void each(Use&& use) const {
    functions_.each(map_, &use, [](void* context, const void* key, const void* value) {
      (*static_cast<std::remove_reference_t<Use>*>(context))(key, value);
    });
  }
  template <class Key>
  MapFunctions::Found add(Key& key) const {
    return functions_.add(map_, &key);
  }

 private:
  const MapFunctions& functions_;
  void* map_;
};

}  // namespace wirebed::meta
