// Which codecs this peer has, and the endpoint of a codec for a message.
//
// The codecs come from codecs.h, messages from message_types.h, plain structs from the tree's tables
// (meta.h). Without compiled classes there are the codecs of messages only.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "codec.h"
#include "endpoint.h"

namespace wirebed {

// The numbers of Model in proto/wirebed/peer.proto.
enum class ObjectModel { kMessage = 1, kPlain = 2 };

struct CodecEntry {
  About about;
  ObjectModel model;
  // For values without a schema; empty unless about.bare.
  std::function<std::string(std::string_view view, const Options&)> encode_bare;
  std::function<std::string(std::string_view wire, const Options&)> decode_bare;  // returns a view
  std::string id() const { return about.format + "/" + about.library; }
};

std::vector<CodecEntry> codecs();

// Throws UnsupportedError for an unknown codec or message. Several threads may ask, and may use the same
// endpoint: what a codec keeps between two operations belongs to one thread.
const CodecEntry& find_codec(const std::string& id);
const Endpoint& find_endpoint(const std::string& codec_id, const std::string& message);
// The same for a codec that encodes, or else UnsupportedError.
const Endpoint& find_writer(const std::string& codec_id, const std::string& message);

}  // namespace wirebed
