// The hand-made layout of proto/README.md, "raw": the bytes of one field after another, copied from memory,
// little-endian.
#pragma once

#include <string>
#include <string_view>

#include "codec.h"
#include "meta.h"

namespace wirebed {

struct RawMemcpy {
  static About about();
  using Reused = std::string;
  static constexpr Kept kept{.encoding = "the buffer that is written to", .decoding = ""};

  static std::string encode(const meta::Class& type, const void* object, const Options& options);
  static std::string_view encode(const meta::Class& type, const void* object, const Options& options,
                                 Reused& reused);
  static Object decode(const meta::Class& type, std::string_view wire, const Options& options);
  static void decode(const meta::Class& type, std::string_view wire, const Options& options, void* object);
};

}  // namespace wirebed
