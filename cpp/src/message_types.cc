// The two sources of messages: libprotobuf's generated pool, or a pool that is made from a descriptor set.
#include "message_types.h"

#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>

#include <fstream>
#include <memory>
#include <stdexcept>

namespace wirebed::message_types {

namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::FileDescriptorProto;
using google::protobuf::FileDescriptorSet;
using google::protobuf::Message;

struct Dynamic {
  DescriptorPool pool;
  google::protobuf::DynamicMessageFactory factory{&pool};
};

// Never destroyed: plans and prototypes refer to it until the program ends.
Dynamic* dynamic = nullptr;

class Reasons : public DescriptorPool::ErrorCollector {
 public:
  void AddError(const std::string& file, const std::string& element, const Message*, ErrorLocation,
                const std::string& message) override {
    text += (text.empty() ? "" : "; ") + file + ": " + element + ": " + message;
  }
  std::string text;
};

}  // namespace

void use_descriptors(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  FileDescriptorSet files;
  if (!files.ParseFromIstream(&in)) throw std::runtime_error(path + " is no descriptor set");
  auto made = std::make_unique<Dynamic>();
  for (const FileDescriptorProto& file : files.file()) {
    Reasons reasons;
    if (made->pool.BuildFileCollectingErrors(file, &reasons) == nullptr)
      throw std::runtime_error(reasons.text);
  }
  dynamic = made.release();
}

bool are_dynamic() { return dynamic != nullptr; }

const Descriptor* find(const std::string& message) {
  return (dynamic != nullptr ? &dynamic->pool : DescriptorPool::generated_pool())
      ->FindMessageTypeByName(message);
}

const Message* prototype(const Descriptor* descriptor) {
  if (dynamic != nullptr) return dynamic->factory.GetPrototype(descriptor);
  return google::protobuf::MessageFactory::generated_factory()->GetPrototype(descriptor);
}

}  // namespace wirebed::message_types
