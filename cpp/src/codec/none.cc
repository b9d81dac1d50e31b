// The codecs without bytes: the two bridges.
#include <google/protobuf/message.h>

#include "bridge/message.h"
#include "bridge/plain.h"
#include "codec/none_message.h"
#include "codec/none_plain.h"

namespace wirebed {

static Settings settings() {
  return {StatedSetting::code("it holds an object and writes no bytes",
                              "It shows what the objects of C++ can hold.")};
}

About NoneMessage::about() {
  return {.format = "none", .library = "message", .version = "1", .settings = settings()};
}

About NonePlain::about() {
  return {.format = "none", .library = "plain", .version = "1", .settings = settings()};
}

void NoneMessage::encode(const google::protobuf::Message& message, const Options&, std::string& wire) {
  view::Writer to;
  MessagePlan::of(std::string(message.GetDescriptor()->full_name())).write(message, to);
  wire = std::move(to.bytes);
}

void NoneMessage::decode(std::string_view wire, const Options&, google::protobuf::Message& message) {
  MessagePlan::of(std::string(message.GetDescriptor()->full_name())).read(wire, message);
}

std::string NonePlain::encode(const meta::Class& type, const void* object, const Options&) {
  return PlainView::to_bytes(type, object);
}

Object NonePlain::decode(const meta::Class& type, std::string_view wire, const Options&) {
  return PlainView::from_bytes(type, wire);
}

}  // namespace wirebed
