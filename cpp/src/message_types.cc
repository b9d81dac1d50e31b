// The two sources of messages: libprotobuf's generated pool, or a pool that is made from a descriptor set.
#include "message_types.h"

#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>

#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>

#include "protobuf_api.h"

namespace wirebed::message_types {

namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::DescriptorProto;
using google::protobuf::FileDescriptorProto;
using google::protobuf::FileDescriptorSet;
using google::protobuf::Message;

struct Dynamic {
  DescriptorPool pool;
  google::protobuf::DynamicMessageFactory factory{&pool};
};

using Reason = std::map<std::string, std::string>;

// Never destroyed: plans and prototypes refer to it until the program ends.
Dynamic* dynamic = nullptr;
// The reason for which a message is left out, by its name.
Reason refused_messages;

class Reasons : public protobuf_api::FileErrors {
 public:
  void add(const std::string& file, const std::string& element, const std::string& message) override {
    text += (text.empty() ? "" : "; ") + file + ": " + (element == file ? "" : element + ": ") + message;
  }
  std::string text;
};

// Adds a file to the pool; returns the library's reason if it refuses the file or one that the file imports.
std::string add(const FileDescriptorProto& file, const Reason& earlier, DescriptorPool& pool) {
  for (const std::string& imported : file.dependency()) {
    if (const auto known = earlier.find(imported); known != earlier.end()) return known->second;
  }
  Reasons reasons;
  return pool.BuildFileCollectingErrors(file, &reasons) == nullptr ? reasons.text : "";
}

template <class Messages>
void refuse(const Messages& messages, const std::string& scope, const std::string& why) {
  for (const DescriptorProto& message : messages) {
    const std::string name = scope.empty() ? message.name() : scope + "." + message.name();
    refused_messages.emplace(name, why);
    refuse(message.nested_type(), name, why);
  }
}

FileDescriptorSet files_of(const std::string& tree) {
  const std::string path = tree + "/schema.binpb";
  std::ifstream in(path, std::ios::binary);
  FileDescriptorSet files;
  if (!files.ParseFromIstream(&in)) throw std::runtime_error(path + " is no descriptor set");
  return files;
}

}  // namespace

void use_descriptors(const std::string& tree) {
  auto made = std::make_unique<Dynamic>();
  Reason refused;  // by the name of a file
  const FileDescriptorSet files = files_of(tree);
  for (const FileDescriptorProto& file : files.file()) {
    const std::string why = add(file, refused, made->pool);
    if (why.empty()) continue;
    refused.emplace(file.name(), why);
    refuse(file.message_type(), file.package(), why);
  }
  dynamic = made.release();
}

void leave_out_refused(const std::string& tree, const std::string& list) {
  std::ifstream in(list);
  Reason refused;
  for (std::string name, why; std::getline(in, name, '\t') && std::getline(in, why);)
    refused.emplace(name, why);
  if (refused.empty()) return;
  const FileDescriptorSet files = files_of(tree);
  for (const FileDescriptorProto& file : files.file()) {
    if (const auto found = refused.find(file.name()); found != refused.end()) {
      refuse(file.message_type(), file.package(), found->second);
    }
  }
}

bool are_dynamic() { return dynamic != nullptr; }

const Descriptor* find(const std::string& message) {
  return (dynamic != nullptr ? &dynamic->pool : DescriptorPool::generated_pool())
      ->FindMessageTypeByName(message);
}

std::string why_refused(const std::string& message) {
  const auto found = refused_messages.find(message);
  return found == refused_messages.end() ? "" : found->second;
}

const Message* prototype(const Descriptor* descriptor) {
  if (dynamic != nullptr) return dynamic->factory.GetPrototype(descriptor);
  return google::protobuf::MessageFactory::generated_factory()->GetPrototype(descriptor);
}

}  // namespace wirebed::message_types
