// The list of codecs at run time. An endpoint is made at its first use and then kept.
#include "registry.h"

#include <google/protobuf/message.h>

#include <mutex>
#include <unordered_map>

#include "bridge/message.h"
#include "bridge/plain.h"
#include "bridge/view.h"
#include "codecs.h"
#include "message_types.h"

namespace wirebed {

namespace {

using google::protobuf::Message;

template <class C>
const About& about_of() {
  static const About about = C::about();
  return about;
}

UnsupportedError no_writer(const About& about) {
  return UnsupportedError(about.format + "/" + about.library + " does not encode");
}

template <class C>
class MessageEndpoint : public Endpoint {
 public:
  explicit MessageEndpoint(const MessagePlan& plan) : plan_(plan) {}

  const About& about() const override { return about_of<C>(); }
  Object build(std::string_view view) const override {
    std::shared_ptr<Message> message = plan_.create();
    plan_.read(view, *message);
    return message;
  }
  Object create() const override { return std::shared_ptr<Message>(plan_.create()); }
  void write(const Object& object, const Options& options, std::string& wire) const override {
    C::encode(message(object), options, wire);
  }
  void read(std::string_view wire, const Options& options, Object& into) const override {
    into = create();
    C::decode(wire, options, message(into));
  }
  std::string view(const Object& object, bool defaults) const override {
    view::Writer to;
    plan_.write(message(object), to, defaults);
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

template <class C>
class PlainEndpoint : public Endpoint {
 public:
  explicit PlainEndpoint(const meta::Class& type) : type_(type) {}

  const About& about() const override { return about_of<C>(); }
  Object build(std::string_view view) const override { return PlainView::from_bytes(type_, view); }
  Object create() const override { return type_.make(); }
  void write(const Object& object, const Options& options, std::string& wire) const override {
    if constexpr (requires { C::encode(type_, object.get(), options); }) {
      wire = C::encode(type_, object.get(), options);
    } else {
      throw no_writer(about());
    }
  }
  void read(std::string_view wire, const Options& options, Object& into) const override {
    if constexpr (requires { C::decode(type_, wire, options, into); }) {
      C::decode(type_, wire, options, into);
    } else {
      into = C::decode(type_, wire, options);
    }
  }
  std::string view(const Object& object, bool) const override {
    return PlainView::to_bytes(type_, object.get());
  }
  void edit(const Object& object, std::string_view set,
            const std::vector<std::uint32_t>& clear) const override {
    for (const std::uint32_t number : clear) PlainView::clear(type_, object.get(), number);
    if (!set.empty()) PlainView::merge(type_, set, object.get());
  }
  void release(const Object& object) const override {
    std::vector<Object> parts;
    PlainView::unlink(type_, object.get(), parts);
  }

 private:
  const meta::Class& type_;
};

template <class C>
CodecEntry entry(ObjectModel model) {
  CodecEntry made{.about = about_of<C>(), .model = model, .encode_bare = nullptr, .decode_bare = nullptr};
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

template <class C>
std::unique_ptr<Endpoint> make_message(const std::string& message) {
  return std::make_unique<MessageEndpoint<C>>(MessagePlan::of(message));
}

template <class C>
std::unique_ptr<Endpoint> make_plain(const std::string& message) {
  const meta::Class* type = meta::find_class(message);
  if (type == nullptr) throw UnsupportedError("no plain struct for " + message + " in this schema tree");
  return std::make_unique<PlainEndpoint<C>>(*type);
}

struct Registered {
  CodecEntry codec;
  std::unique_ptr<Endpoint> (*endpoint)(const std::string& message);
};

const std::vector<Registered>& all() {
  static const std::vector<Registered> made = [] {
    std::vector<Registered> list;
#define WIREBED_MESSAGE_CODEC(C) list.push_back({entry<C>(ObjectModel::kMessage), &make_message<C>});
#define WIREBED_PLAIN_CODEC(C) list.push_back({entry<C>(ObjectModel::kPlain), &make_plain<C>});
    WIREBED_MESSAGE_CODECS(WIREBED_MESSAGE_CODEC)
    if (message_types::are_dynamic()) return list;  // nothing is compiled, so there is no struct
    WIREBED_PLAIN_CODECS(WIREBED_PLAIN_CODEC)
#undef WIREBED_MESSAGE_CODEC
#undef WIREBED_PLAIN_CODEC
    return list;
  }();
  return made;
}

const Registered& find(const std::string& id) {
  for (const Registered& made : all()) {
    if (made.codec.id() == id) return made;
  }
  throw UnsupportedError("no codec " + id + " in this peer");
}

}  // namespace

std::vector<CodecEntry> codecs() {
  std::vector<CodecEntry> entries;
  for (const Registered& made : all()) entries.push_back(made.codec);
  return entries;
}

const CodecEntry& find_codec(const std::string& id) { return find(id).codec; }

const Endpoint& find_endpoint(const std::string& codec_id, const std::string& message) {
  static std::unordered_map<std::string, std::unique_ptr<Endpoint>> made;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const std::string key = codec_id + " " + message;
  auto endpoint = made.find(key);
  if (endpoint == made.end()) {
    const Registered& codec = find(codec_id);
    // A struct of the message may be there, but the language lacks the message as a whole.
    if (const std::string why = message_types::why_refused(message); !why.empty())
      throw UnsupportedError(why);
    endpoint = made.emplace(key, codec.endpoint(message)).first;
  }
  return *endpoint->second;
}

const Endpoint& find_writer(const std::string& codec_id, const std::string& message) {
  const About& about = find(codec_id).codec.about;
  if (!about.encodes) throw no_writer(about);
  return find_endpoint(codec_id, message);
}

}  // namespace wirebed
