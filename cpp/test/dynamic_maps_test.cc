// The maps of dynamic messages, beside those of the classes that protoc generates.
#include "dynamic_maps.h"

#include <google/protobuf/dynamic_message.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace wirebed {
namespace {

using namespace std::string_literals;
using google::protobuf::DescriptorPool;
using google::protobuf::Message;

const Message& generated(const std::string& name) {
  const auto* descriptor = DescriptorPool::generated_pool()->FindMessageTypeByName(name);
  return *google::protobuf::MessageFactory::generated_factory()->GetPrototype(descriptor);
}

// The bytes that a message writes after it has read `wire`, and was settled.
std::string relayed(const Message& prototype, const std::string& wire) {
  const std::unique_ptr<Message> message(prototype.New());
  EXPECT_TRUE(message->ParseFromString(wire));
  settle_maps(*message);
  return message->SerializeAsString();
}

void expect_alike(const std::string& name, const std::string& wire) {
  google::protobuf::DynamicMessageFactory factory;
  const Message& dynamic = *factory.GetPrototype(generated(name).GetDescriptor());
  const std::unique_ptr<Message> plain(generated(name).New());
  ASSERT_TRUE(plain->ParseFromString(wire));
  EXPECT_EQ(relayed(dynamic, wire), plain->SerializeAsString());
}

TEST(DynamicMaps, KeepTheLastValueOfAKey) {
  expect_alike("interop.MapKeys", "\x0a\x05\x08\x01\x12\x01"s + "a" + "\x0a\x05\x08\x01\x12\x01" + "b");
}

TEST(DynamicMaps, HaveNoUnknownFieldInAnEntry) {
  expect_alike("interop.MapKeys", "\x0a\x07\x08\x01\x12\x01"s + "a" + "\x18\x05");
}

TEST(DynamicMaps, KeepAnEntryWithAnUnknownNumberOfAClosedEnumAsUnknownField) {
  const std::string known = "\x22\x05\x0a\x01"s + "b" + "\x10"s + "\0"s;
  expect_alike("interop.Closed", known + "\x22\x05\x0a\x01"s + "a" + "\x10\x07");
}

}  // namespace
}  // namespace wirebed
