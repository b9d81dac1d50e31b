// Endpoints, made when they are first asked for and then kept.
#include "registry.h"

#include <google/protobuf/message.h>

#include <stdexcept>
#include <unordered_map>

#include "bridge/message.h"
#include "codecs.h"

namespace wirebed {

namespace {

using google::protobuf::Message;

template <class C>
class MessageEndpoint : public Endpoint {
 public:
  explicit MessageEndpoint(const MessagePlan& plan) : plan_(plan) {}

  Object build(std::string_view view) const override {
    std::shared_ptr<Message> message = plan_.create();
    plan_.read(view, *message);
    return message;
  }
  std::string write(const Object& object, const Options& options) const override {
    return C::encode(message(object), options);
  }
  Object read(std::string_view wire, const Options& options) const override {
    std::shared_ptr<Message> message = plan_.create();
    C::decode(wire, options, *message);
    return message;
  }
  std::string view(const Object& object) const override {
    view::Writer to;
    plan_.write(message(object), to);
    return std::move(to.bytes);
  }
  void edit(const Object& object, std::string_view set,
            const std::vector<std::uint32_t>& clear) const override {
    plan_.edit(message(object), set, clear);
  }
  void release(const Object&) const override {}

 private:
  static Message& message(const Object& object) { return *static_cast<Message*>(object.get()); }
  const MessagePlan& plan_;
};

class PlainEndpoint : public Endpoint {
 public:
  PlainEndpoint(const PlainClass& type, std::size_t codec) : type_(type), wire_(type.wires[codec]) {}

  Object build(std::string_view view) const override { return type_.build(view); }
  std::string write(const Object& object, const Options& options) const override {
    return wire_.write(object, options);
  }
  Object read(std::string_view wire, const Options& options) const override {
    return wire_.read(wire, options);
  }
  std::string view(const Object& object) const override { return type_.view(object); }
  void edit(const Object& object, std::string_view set,
            const std::vector<std::uint32_t>& clear) const override {
    type_.edit(object, set, clear);
  }
  void release(const Object& object) const override { type_.release(object); }

 private:
  const PlainClass& type_;
  const PlainClass::Wire& wire_;
};

template <class C>
CodecEntry entry(Takes takes) {
  CodecEntry made{.about = C::about(), .takes = takes, .encode_bare = nullptr, .decode_bare = nullptr};
  if constexpr (requires { &C::encode_bare; }) {
    made.encode_bare = [](std::string_view bytes, const Options& options) {
      view::Reader from(bytes);
      return C::encode_bare(from, options);
    };
    made.decode_bare = [](std::string_view wire, const Options& options) {
      view::Writer to;
      C::decode_bare(wire, options, to);
      return std::move(to.bytes);
    };
  }
  return made;
}

using Make = std::unique_ptr<Endpoint> (*)(const std::string& message);

template <class C>
std::unique_ptr<Endpoint> make_message(const std::string& message) {
  return std::make_unique<MessageEndpoint<C>>(MessagePlan::of(message));
}

const PlainClass& plain_class(const std::string& message) {
  static const auto classes = [] {
    std::unordered_map<std::string_view, PlainClass> by_name;
    for (auto half : {plain_classes_0(), plain_classes_1()}) {
      for (PlainClass& type : half) by_name.emplace(type.message, std::move(type));
    }
    return by_name;
  }();
  const auto at = classes.find(message);
  if (at == classes.end()) throw std::out_of_range("no plain struct for " + message + " in this schema tree");
  return at->second;
}

// The index of a plain codec in codecs(), counted from the first plain one.
std::size_t plain_index(const CodecEntry& codec) {
  std::size_t index = 0;
  for (const CodecEntry& other : codecs()) {
    if (&other == &codec) break;
    if (other.takes == Takes::kPlain) ++index;
  }
  return index;
}

std::unique_ptr<Endpoint> make_endpoint(const CodecEntry& codec, const std::string& message) {
  static const std::unordered_map<std::string, Make> makers = {
#define WIREBED_MAKER(C) {entry<C>(Takes::kMessage).id(), &make_message<C>},
      WIREBED_MESSAGE_CODECS(WIREBED_MAKER)
#undef WIREBED_MAKER
  };
  if (codec.takes == Takes::kPlain) {
    return std::make_unique<PlainEndpoint>(plain_class(message), plain_index(codec));
  }
  return makers.at(codec.id())(message);
}

}  // namespace

const std::vector<CodecEntry>& codecs() {
  static const std::vector<CodecEntry> all = {
#define WIREBED_MESSAGE_ENTRY(C) entry<C>(Takes::kMessage),
#define WIREBED_PLAIN_ENTRY(C, T) entry<C>(Takes::kPlain),
      WIREBED_MESSAGE_CODECS(WIREBED_MESSAGE_ENTRY) WIREBED_PLAIN_CODECS(WIREBED_PLAIN_ENTRY, )
#undef WIREBED_MESSAGE_ENTRY
#undef WIREBED_PLAIN_ENTRY
  };
  return all;
}

const CodecEntry& find_codec(const std::string& id) {
  for (const CodecEntry& codec : codecs()) {
    if (codec.id() == id) return codec;
  }
  throw std::out_of_range("no codec " + id + " in this peer");
}

const Endpoint& find_endpoint(const std::string& codec_id, const std::string& message) {
  static std::unordered_map<std::string, std::unique_ptr<Endpoint>> made;
  std::unique_ptr<Endpoint>& endpoint = made[codec_id + " " + message];
  if (endpoint == nullptr) endpoint = make_endpoint(find_codec(codec_id), message);
  return *endpoint;
}

}  // namespace wirebed
