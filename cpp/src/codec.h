// What a codec is. It receives and returns the real object (a protobuf message or a plain struct), never a
// view.
//
// A codec of plain structs is a class of this shape (codec/nlohmann.h is one), and one line in codecs.h:
//
//   struct Nlohmann {
//     static About about();
//     template <class T>
//     struct Of {  // members defined out of class, not inline: each T is instantiated in one place
//       static std::string encode(const T& object, const Options& options);
//       static std::shared_ptr<T> decode(std::string_view wire, const Options& options);
//       // Only where nothing on the wire can lead back to the root: into an object of the caller's.
//       static void decode(std::string_view wire, const Options& options, T& object);
//       // Only when the library lets its user keep something from one operation to the next (a type `Kept`
//       // and what it `keeps`); what is returned by the first lives in `kept`.
//       static std::string_view encode(const T& object, const Options& options, Kept& kept);
//       static std::shared_ptr<T> decode(std::string_view wire, const Options& options, Kept& kept);
//     };
//     // Only when about().bare: a value without a schema (proto/wirebed/README.md, "Bare values").
//     static std::string encode_bare(view::Reader& view, const Options& options);
//     static void decode_bare(std::string_view wire, const Options& options, view::Writer& view);
//   };
//
// A refusal is an exception. A Refusal names its stage; any other std::exception counts as PARSE while
// decoding and as WRITE while encoding, with the exception's type and its what().
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace wirebed {

using Options = std::map<std::string, std::string>;

struct About {
  std::string format;
  std::string library;
  std::string version;
  bool canonical = false;
  bool bare = false;
};

// What a user of the library may keep from one operation to the next, in words; empty: nothing.
struct Keeps {
  std::string_view encoding;
  std::string_view decoding;
};

// The numbers of Stage in proto/wirebed/peer.proto.
enum class At { kParse = 1, kRequiredCheck = 2, kUse = 3, kBuild = 4, kWrite = 5 };

class Refusal : public std::runtime_error {
 public:
  Refusal(At stage, const std::string& reason, std::string type = "")
      : std::runtime_error(reason), stage_(stage), type_(std::move(type)) {}
  At stage() const { return stage_; }
  const std::string& type() const { return type_; }

 private:
  At stage_;
  std::string type_;
};

// What the format, the library or the language cannot carry by design.
class CannotCarry : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace wirebed
