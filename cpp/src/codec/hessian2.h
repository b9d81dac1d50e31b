// Hessian 2 by our own library (cpp/hessian2): plain structs as Caucho writes and reads the Java beans of the
// same message, and values without a schema.
//
// Writing is in hessian2_write.cc, reading in hessian2_read.cc, and Java's names are in hessian2_names.h.
#pragma once

#include <string>
#include <string_view>

#include "bridge/view.h"
#include "codec.h"
#include "codec/hessian2_state.h"
#include "meta.h"

namespace wirebed {

struct Hessian2 {
  using Writing = hessian2_codec::Writing;
  using Reading = hessian2_codec::Reading;

  static About about();

  struct Reused {
    Writing writing;
    Reading reading;
  };
  static constexpr Kept kept{.encoding = "the writer, with its buffer and tables",
                             .decoding = "the reader, with its tables"};
  // The object that the functions without an argument `reused` reuse: one for each thread.
  static Reused& reused();

  static std::string encode(const meta::Class& type, const void* object, const Options& options);
  static std::string_view encode(const meta::Class& type, const void* object, const Options& options,
                                 Reused& reused);
  static Object decode(const meta::Class& type, std::string_view wire, const Options& options);
  static Object decode(const meta::Class& type, std::string_view wire, const Options& options,
                       Reused& reused);

  static std::string encode_bare(view::Reader& from, const Options& options);
  static void decode_bare(std::string_view wire, const Options& options, view::Writer& to);
};

}  // namespace wirebed
