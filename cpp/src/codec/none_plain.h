// The codec without bytes, for plain structs: what it "writes" is the view that the struct gives back.
#pragma once

#include <string>
#include <string_view>

#include "codec.h"
#include "meta.h"

namespace wirebed {

struct NonePlain {
  static About about();
  static std::string encode(const meta::Class& type, const void* object, const Options& options);
  static Object decode(const meta::Class& type, std::string_view wire, const Options& options);
};

}  // namespace wirebed
