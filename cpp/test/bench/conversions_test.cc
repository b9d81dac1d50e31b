// Conversions and copies, for every message of the tree with all of its fields filled in several ways. The
// bridges of messages and plain structs, which share no code with them, must see the same values.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <gtest/gtest.h>

#include <set>

#include "bench/timed_operation.h"
#include "bridge/message.h"
#include "registry.h"
#include "support.h"

namespace wirebed::bench {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Fills a message with values other than the defaults, by reflection. `seed` determines the values, and the
// member of each oneof.
class Filling {
 public:
  explicit Filling(int seed) : seed_(seed) {}

  void fill(Message& message, int depth) {
    const Descriptor& type = *message.GetDescriptor();
    if (type.full_name() == "google.protobuf.Timestamp") return fill_time(message);
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor* field = type.field(i);
      const bool deep = field->message_type() != nullptr && depth > 3;
      if (const auto* oneof = field->real_containing_oneof()) {
        if (oneof->field(seed_ % oneof->field_count()) != field) continue;
      }
      if (deep) continue;
      for (int times = field->is_repeated() ? 1 + seed_ % 3 : 1; times > 0; --times)
        put(message, field, depth);
    }
  }

 private:
  void fill_time(Message& message) {
    const Descriptor& type = *message.GetDescriptor();
    message.GetReflection()->SetInt64(&message, type.FindFieldByName("seconds"), -1000 + next());
    message.GetReflection()->SetInt32(&message, type.FindFieldByName("nanos"), 5'000'000 * (next() % 100));
  }
  void put(Message& message, const FieldDescriptor* field, int depth) {
    const auto* by = message.GetReflection();
    const bool many = field->is_repeated();
    const int value = next();
    switch (field->cpp_type()) {
      case FieldDescriptor::CPPTYPE_INT32:
        return many ? by->AddInt32(&message, field, -value) : by->SetInt32(&message, field, -value);
      case FieldDescriptor::CPPTYPE_INT64:
        return many ? by->AddInt64(&message, field, -value) : by->SetInt64(&message, field, -value);
      case FieldDescriptor::CPPTYPE_UINT32:
        return many ? by->AddUInt32(&message, field, value) : by->SetUInt32(&message, field, value);
      case FieldDescriptor::CPPTYPE_UINT64:
        return many ? by->AddUInt64(&message, field, value) : by->SetUInt64(&message, field, value);
      case FieldDescriptor::CPPTYPE_BOOL:
        return many ? by->AddBool(&message, field, true) : by->SetBool(&message, field, true);
      case FieldDescriptor::CPPTYPE_FLOAT:
        return many ? by->AddFloat(&message, field, value + 0.5f)
                    : by->SetFloat(&message, field, value + 0.5f);
      case FieldDescriptor::CPPTYPE_DOUBLE:
        return many ? by->AddDouble(&message, field, value + 0.1)
                    : by->SetDouble(&message, field, value + 0.1);
      case FieldDescriptor::CPPTYPE_ENUM: {
        const int number = field->enum_type()->value(value % field->enum_type()->value_count())->number();
        return many ? by->AddEnumValue(&message, field, number) : by->SetEnumValue(&message, field, number);
      }
      case FieldDescriptor::CPPTYPE_STRING:
        return many ? by->AddString(&message, field, std::to_string(value))
                    : by->SetString(&message, field, std::to_string(value));
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return fill(many ? *by->AddMessage(&message, field) : *by->MutableMessage(&message, field),
                    depth + 1);
    }
  }
  int next() { return ++value_ + 17 * seed_; }

  int seed_;
  int value_ = 0;
};

// The messages in the tree's own files that have a plain struct.
std::vector<std::string> every_message() {
  std::vector<std::string> names;
  for (const CopyLoop& loop : copies()) {
    const Descriptor* type =
        google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(std::string(loop.message));
    if (type != nullptr && type->file()->package() == "interop") names.emplace_back(loop.message);
  }
  return names;
}

class EveryMessage : public testing::TestWithParam<std::string> {
 protected:
  // The view of a filled plain struct, or with seed 0 of an empty one.
  static std::string plain_view(int seed) {
    const MessagePlan& plan = MessagePlan::of(GetParam());
    const auto message = plan.create();
    if (seed > 0) Filling(seed).fill(*message, 0);
    view::Writer to;
    plan.write(*message, to);
    const Endpoint& plain = find_endpoint("none/plain", GetParam());
    return plain.view(plain.build(to.bytes), false);
  }
  static TimedOperation timed(Operation operation, bool reused = false) {
    BenchTask task;
    task.set_operation(operation);
    task.set_reused(reused);
    if (operation != COPY) task.set_codec("protobuf/libprotobuf");
    task.set_message(GetParam());
    return operation_of(task);
  }
  static constexpr int kSeeds = 5;
};

TEST_P(EveryMessage, PopulatesWhatItsBridgeDoes) {
  const Endpoint& plain = find_endpoint("none/plain", GetParam());
  const Endpoint& protobuf = find_endpoint("protobuf/libprotobuf", GetParam());
  for (int seed = 0; seed < kSeeds; ++seed) {
    const std::string view = plain_view(seed);
    const std::string wire = protobuf.write(protobuf.build(view), {});
    for (const bool reused : {false, true}) {
      const std::string populated = timed(POPULATE, reused).writes(plain.build(view), {}, 2);
      // The order of a map is that of its hash table, which differs each time.
      EXPECT_EQ(populated.size(), wire.size());
      if (wire == populated) continue;
      EXPECT_EQ(protobuf.view(protobuf.read(populated, {}), false), view);
    }
  }
}

TEST_P(EveryMessage, ConvertsToWhatItsBridgeDoes) {
  const Endpoint& plain = find_endpoint("none/plain", GetParam());
  const Endpoint& protobuf = find_endpoint("protobuf/libprotobuf", GetParam());
  for (int seed = 0; seed < kSeeds; ++seed) {
    const std::string view = plain_view(seed);
    const std::string wire = protobuf.write(protobuf.build(view), {});
    for (const bool reused : {false, true})
      EXPECT_EQ(plain.view(timed(CONVERT, reused).reads(wire, {}, 2), false), view);
  }
}

TEST_P(EveryMessage, IsCopied) {
  const Endpoint& plain = find_endpoint("none/plain", GetParam());
  for (int seed = 0; seed < kSeeds; ++seed) {
    const std::string view = plain_view(seed);
    const Object object = plain.build(view);
    EXPECT_EQ(plain.view(timed(COPY).copies(object, 2), false), view);
  }
}

INSTANTIATE_TEST_SUITE_P(Tree, EveryMessage, testing::ValuesIn(every_message()), [](const auto& info) {
  std::string name = info.param;
  for (char& c : name) c = c == '.' ? '_' : c;
  return name;
});

TEST(Copies, ASharedObjectStaysShared) {
  // interop.Node: 1 name, 2 next.
  const Endpoint& plain = find_endpoint("none/plain", "interop.Node");
  view::Writer to;
  to.begin_record("interop.Node");
  to.field(2);
  const std::uint32_t next = to.offset();
  to.begin_record("interop.Node");
  to.field(2);
  to.same_as(next);
  to.end_record();
  to.end_record();
  const Object object = plain.build(to.bytes);
  BenchTask task;
  task.set_operation(COPY);
  task.set_message("interop.Node");
  const Object copy = operation_of(task).copies(object, 1);
  EXPECT_EQ(plain.view(copy, false), plain.view(object, false));
  plain.release(copy);
  plain.release(object);
}

}  // namespace
}  // namespace wirebed::bench
