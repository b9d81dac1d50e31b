// Which codecs this peer has, and the endpoint of a codec for a message.
//
// The codecs come from codecs.h, messages from libprotobuf's generated pool, plain structs from the two
// halves of the tree (plain_half.cc).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bridge/view.h"
#include "codec.h"
#include "endpoint.h"

namespace wirebed {

// What plain_half.cc knows of one plain struct: the bridge, and each codec of WIREBED_PLAIN_CODECS in its
// order.
struct PlainClass {
  std::string_view message;
  Object (*build)(std::string_view view);
  std::string (*view)(const Object& object);
  void (*edit)(const Object& object, std::string_view set, const std::vector<std::uint32_t>& clear);
  void (*release)(const Object& object);
  struct Wire {
    std::string (*write)(const Object& object, const Options& options);
    Object (*read)(std::string_view wire, const Options& options);
  };
  std::vector<Wire> wires;
};

// Defined by the tree.
std::vector<PlainClass> plain_classes_0();
std::vector<PlainClass> plain_classes_1();

// The numbers of Model in proto/wirebed/peer.proto.
enum class Takes { kMessage = 1, kPlain = 2 };

struct CodecEntry {
  About about;
  Takes takes;
  // Values without a schema; empty unless about.bare.
  std::function<std::string(std::string_view view, const Options&)> encode_bare;
  std::function<std::string(std::string_view wire, const Options&)> decode_bare;  // gives a view
  std::string id() const { return about.format + "/" + about.library; }
};

const std::vector<CodecEntry>& codecs();

// Throws std::out_of_range for a codec or message that is not there.
const CodecEntry& find_codec(const std::string& id);
const Endpoint& find_endpoint(const std::string& codec_id, const std::string& message);

}  // namespace wirebed
