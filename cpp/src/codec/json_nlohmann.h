// Plain JSON by nlohmann::json, as its users write it: a to_json and a from_json for a struct, here over the
// table of its fields.
//
// The library's own behaviour stays: get_to() casts numbers, dump() writes NaN as null and throws for text
// that is not UTF-8, and null for a value that is not nullable is a type error.
#pragma once

#include "codec/own_objects.h"

namespace wirebed {

struct JsonNlohmann : DecodesInto<JsonNlohmann> {
  using DecodesInto::decode;

  static About about();
  static std::string encode(const meta::Class& type, const void* object, const Options& options);
  static void decode(const meta::Class& type, std::string_view wire, const Options& options, void* object);
};

}  // namespace wirebed
