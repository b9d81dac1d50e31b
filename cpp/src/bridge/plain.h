// View <-> plain struct, over the table of the struct's fields (meta.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "meta.h"

namespace wirebed {

struct PlainView {
  // A whole view.
  static std::string to_bytes(const meta::Class& type, const void* object);
  static Object from_bytes(const meta::Class& type, std::string_view view);
  // The fields in a view of the same message replace those of the object.
  static void merge(const meta::Class& type, std::string_view view, void* object);
  // Resets the field to its value in a new struct.
  static void clear(const meta::Class& type, void* object, std::uint32_t number);
  // Moves every struct that the object holds into `parts`, at any depth, so no cycle is left and nothing is
  // deep.
  static void unlink(const meta::Class& type, void* object, std::vector<Object>& parts);
};

}  // namespace wirebed
