// The hand-made layout of proto/README.md, "raw": the bytes of one field after another, copied from memory,
// little-endian.
#pragma once

#include "codec/own_objects.h"

namespace wirebed {

struct RawMemcpy : EncodesInto<RawMemcpy>, DecodesInto<RawMemcpy> {
  using DecodesInto::decode;
  using EncodesInto::encode;

  static About about();
  static constexpr Kept kept{.encoding = "the buffer that is written to", .decoding = ""};

  static std::string_view encode(const meta::Class& type, const void* object, const Options& options,
                                 Reused& reused);
  static void decode(const meta::Class& type, std::string_view wire, const Options& options, void* object);
};

}  // namespace wirebed
