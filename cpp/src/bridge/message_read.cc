// View -> protobuf message.
#include <algorithm>
#include <limits>

#include "bridge/message.h"
#include "protobuf_api.h"

namespace wirebed {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

namespace {

template <class T>
T ranged(view::Reader& from) {
  return static_cast<T>(from.integer(std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

// Reflection would store an unknown number of a closed enum as an unknown field: the field does not hold it.
int known(int number, const FieldDescriptor* field, const view::Reader& from) {
  const auto* type = field->enum_type();
  if (protobuf_api::is_closed(field) && type->FindValueByNumber(number) == nullptr) {
    from.fail("the closed enum " + std::string(type->full_name()) + " has no value " +
              std::to_string(number));
  }
  return number;
}

}  // namespace

void MessagePlan::read(std::string_view view, Message& message) const {
  read_all({.from = view::Reader(view), .seen = {}}, message);
}

void MessagePlan::read_all(Building from, Message& message) const {
  read(from, message);
  if (!from.from.at_end()) from.from.fail("a view goes on after its record");
}

void MessagePlan::edit(Message& message, std::string_view set,
                       const std::vector<std::uint32_t>& clear) const {
  for (const std::uint32_t number : clear) {
    const FieldDescriptor* field = descriptor_->FindFieldByNumber(static_cast<int>(number));
    if (field == nullptr) field = extension(number);
    if (field == nullptr) {
      throw Refusal(FailureStage::kBuild,
                    std::string(descriptor_->full_name()) + " has no field " + std::to_string(number));
    }
    reflection_->ClearField(&message, field);
  }
  if (!set.empty()) read_all({.from = view::Reader(set), .seen = {}, .replace = true}, message);
}

// Reads a record, or the offset of an earlier one. Messages cannot share a part, so this makes an equal copy.
void MessagePlan::read(Building& from, Message& message) const {
  view::Reader& in = from.from;
  const std::uint32_t offset = in.offset();
  if (in.peek() == '=') {
    const std::uint32_t earlier = in.same_as();
    const auto seen = std::lower_bound(from.seen.begin(), from.seen.end(), earlier,
                                       [](const auto& a, std::uint32_t b) { return a.offset < b; });
    if (seen == from.seen.end() || seen->offset != earlier) in.fail("'=' names no earlier record");
    if (seen->message->GetDescriptor() != descriptor_) in.fail("'=' names a record of another message");
    if (seen->open) in.fail("a protobuf message cannot hold a cycle");
    message.CopyFrom(*seen->message);
    return;
  }
  if (++from.depth > view::kMaxDepth) in.fail("the view is nested too deep");
  const std::size_t index = from.seen.size();
  from.seen.push_back({offset, &message, true});
  if (in.begin_record() != descriptor_->full_name())
    in.fail("the record is not a " + std::string(descriptor_->full_name()));
  read_fields(from, message);
  from.seen[index].open = false;
  --from.depth;
}

void MessagePlan::read_fields(Building& from, Message& message) const {
  const bool replace = std::exchange(from.replace, false);  // the root's fields only
  std::size_t cursor = 0;
  while (const std::uint32_t number = from.from.field()) {
    const FieldPlan plan = find(number, cursor, from.from);
    if (replace) reflection_->ClearField(&message, plan.field);
    read_field(from, message, plan);
  }
}

// Fields come in order of declaration, so the next field is nearly always the one at the cursor.
MessagePlan::FieldPlan MessagePlan::find(std::uint32_t number, std::size_t& cursor,
                                         const view::Reader& from) const {
  for (std::size_t tried = 0; tried < fields_.size(); ++tried) {
    if (cursor == fields_.size()) cursor = 0;
    if (fields_[cursor++].number == number) return fields_[cursor - 1];
  }
  const FieldDescriptor* found = extension(number);
  if (found == nullptr)
    from.fail(std::string(descriptor_->full_name()) + " has no field " + std::to_string(number));
  return with_message(plan(found));
}

const FieldDescriptor* MessagePlan::extension(std::uint32_t number) const {
  return descriptor_->file()->pool()->FindExtensionByNumber(descriptor_, static_cast<int>(number));
}

void MessagePlan::read_field(Building& from, Message& message, const FieldPlan& plan) const {
  view::Reader& in = from.from;
  if (plan.map) {
    const MessagePlan& entry = *plan.message;
    for (std::uint32_t left = in.count('m'); left > 0; --left) {
      Message& pair = *reflection_->AddMessage(&message, plan.field);
      entry.read_value(from, pair, entry.fields_[0]);
      entry.read_value(from, pair, entry.fields_[1]);
    }
  } else if (plan.repeated) {
    for (std::uint32_t left = in.count(plan.set ? 'z' : 'l'); left > 0; --left) {
      read_value(from, message, plan);
    }
  } else {
    read_value(from, message, plan);
  }
}

// Sets the field, or adds to it when it is repeated.
void MessagePlan::read_value(Building& from, Message& message, const FieldPlan& plan) const {
  view::Reader& in = from.from;
  const FieldDescriptor* field = plan.field;
  const auto put = [&](auto set, auto add, auto value) {
    plan.repeated ? (reflection_->*add)(&message, field, value) : (reflection_->*set)(&message, field, value);
  };
  using Reflection = google::protobuf::Reflection;
  switch (plan.type) {
    case FieldDescriptor::CPPTYPE_INT32:
      return put(&Reflection::SetInt32, &Reflection::AddInt32, ranged<std::int32_t>(in));
    case FieldDescriptor::CPPTYPE_INT64:
      return put(&Reflection::SetInt64, &Reflection::AddInt64, in.int64());
    case FieldDescriptor::CPPTYPE_UINT32:
      return put(&Reflection::SetUInt32, &Reflection::AddUInt32, ranged<std::uint32_t>(in));
    case FieldDescriptor::CPPTYPE_UINT64:
      return put(&Reflection::SetUInt64, &Reflection::AddUInt64, in.uint64());
    case FieldDescriptor::CPPTYPE_BOOL:
      return put(&Reflection::SetBool, &Reflection::AddBool, in.boolean());
    case FieldDescriptor::CPPTYPE_FLOAT:
      return put(&Reflection::SetFloat, &Reflection::AddFloat, in.float_());
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return put(&Reflection::SetDouble, &Reflection::AddDouble, in.double_());
    case FieldDescriptor::CPPTYPE_ENUM:
      return put(&Reflection::SetEnumValue, &Reflection::AddEnumValue, known(in.enumeration(), field, in));
    case FieldDescriptor::CPPTYPE_STRING: {
      const bool bytes = field->type() == FieldDescriptor::TYPE_BYTES;
      std::string value(bytes ? in.binary() : in.text());
      if (plan.repeated) {
        reflection_->AddString(&message, field, std::move(value));
      } else {
        reflection_->SetString(&message, field, std::move(value));
      }
      return;
    }
    case FieldDescriptor::CPPTYPE_MESSAGE: {
      Message* part = plan.repeated ? reflection_->AddMessage(&message, field)
                                    : reflection_->MutableMessage(&message, field);
      return plan.message->read(from, *part);
    }
  }
}

}  // namespace wirebed
