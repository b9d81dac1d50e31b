// The interface of a codec. A codec receives and returns the real object (a protobuf message or a plain
// struct), never a view.
//
// A codec of plain structs is a class like this (codec/json_nlohmann.h is one), and one line in codecs.h. It
// walks over the table of the struct's fields, so it is compiled without the structs (meta.h, values.h):
//
//   struct JsonNlohmann : DecodesInto<JsonNlohmann> {
//     static About about();
//     // Only if about().encodes.
//     static std::string encode(const meta::Class& type, const void* object, const Options& options);
//     static Object decode(const meta::Class& type, std::string_view wire, const Options& options);
//     // Only if no reference on the wire can name the root: decodes into an object of the caller's. The
//     // function above is then inherited (codec/own_objects.h).
//     static void decode(const meta::Class& type, std::string_view wire, const Options& options,
//                        void* object);
//     // Only if a failure leaves what was read with the user: `root` holds it. The caller takes it apart.
//     static void decode(const meta::Class& type, std::string_view wire, const Options& options,
//                        Object& root);
//     // Only if the library lets its user reuse something in the next operation: a type `Reused`, and
//     // `kept`, which describes it. The bytes that the first function returns live in `reused`.
//     static std::string_view encode(const meta::Class& type, const void* object, const Options& options,
//                                    Reused& reused);
//     static Object decode(const meta::Class& type, std::string_view wire, const Options& options,
//                          Reused& reused);
//     // Only if about().bare: a value without a schema (proto/wirebed/README.md, "Bare values").
//     static std::string encode_bare(view::Reader& view, const Options& options);
//     static void decode_bare(std::string_view wire, const Options& options, view::Writer& view);
//   };
//
// A codec refuses by an exception. A Refusal (refusal.h) names its stage and who refuses; any other
// std::exception counts as PARSE while decoding and as WRITE while encoding, with the exception's type and
// its what(). Such an exception has no stack that would say who raised it, so its class decides: it is the
// library's if the library defines it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "documented_error.h"
#include "refusal.h"
#include "setting.h"

namespace wirebed {

using Options = std::map<std::string, std::string>;

struct About {
  std::string format;
  std::string library;
  std::string version;
  bool encodes = true;
  bool canonical = false;
  bool bare = false;
  // The namespaces in which the library defines its exceptions, such as "cereal::"; none without a library.
  std::vector<std::string> library_packages = {};
  // Of a library that is linked, a function of it; a library of headers alone is a part of the program.
  const void* function = nullptr;
  std::vector<DocumentedError> typed_errors = {};
  // Where the library says what a failure leaves (proto/wirebed/README.md, "What is left").
  std::string leaves_object = {};
  std::string leaves_output = {};
  // All that differs between the codec and the defaults of the library.
  Settings settings = {};
};

// The objects that a reusing codec keeps from one operation to the next, in words; empty if none.
struct Kept {
  std::string_view encoding;
  std::string_view decoding;
};

}  // namespace wirebed
