// View <-> protobuf message: the plans, and message -> view. bridge/message_read.cc has the other direction.
#include "bridge/message.h"

#include <map>
#include <mutex>

#include "bridge/sorted.h"
#include "message_types.h"
#include "wirebed/options.pb.h"

namespace wirebed {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

const MessagePlan& MessagePlan::of(const std::string& message) {
  const Descriptor* descriptor = message_types::find(message);
  if (descriptor == nullptr) throw UnsupportedError("no message " + message + " in this schema tree");
  static std::mutex mutex;  // an echo program has several threads
  const std::lock_guard lock(mutex);
  return of(descriptor);
}

const MessagePlan& MessagePlan::of(const Descriptor* descriptor) {
  static std::map<const Descriptor*, std::unique_ptr<MessagePlan>> plans;
  std::unique_ptr<MessagePlan>& plan = plans[descriptor];
  if (plan == nullptr) {
    plan.reset(new MessagePlan(descriptor));
    plan->resolve();  // outside of the constructor, since messages may contain themselves
  }
  return *plan;
}

MessagePlan::MessagePlan(const Descriptor* descriptor)
    : descriptor_(descriptor), prototype_(message_types::prototype(descriptor)) {
  reflection_ = prototype_->GetReflection();
  for (int i = 0; i < descriptor->field_count(); ++i) fields_.push_back(plan(descriptor->field(i)));
}

void MessagePlan::resolve() {
  for (FieldPlan& field : fields_) field = with_message(field);
}

MessagePlan::FieldPlan MessagePlan::plan(const FieldDescriptor* field) {
  const auto& hint = field->options().GetExtension(::wirebed::plain);
  return {.field = field,
          .number = static_cast<std::uint32_t>(field->number()),
          .type = field->cpp_type(),
          .map = field->is_map(),
          .repeated = field->is_repeated() && !field->is_map(),
          .set = hint.collection() == ::wirebed::SET,
          .presence = field->has_presence(),
          .shows_default = field->has_presence() && !field->is_extension() &&
                           field->message_type() == nullptr && field->real_containing_oneof() == nullptr,
          .message = nullptr};
}

MessagePlan::FieldPlan MessagePlan::with_message(FieldPlan plan) {
  if (plan.field->message_type() != nullptr) plan.message = &of(plan.field->message_type());
  return plan;
}

std::unique_ptr<Message> MessagePlan::create() const { return std::unique_ptr<Message>(prototype_->New()); }

void MessagePlan::write(const Message& message, view::Writer& to, bool defaults) const {
  write(message, to, {.depth = 0, .defaults = defaults});
}

void MessagePlan::write(const Message& message, view::Writer& to, Place place) const {
  if (place.depth > view::kMaxDepth)
    throw Refusal(FailureStage::kBuild, "the message is nested too deep for a view");
  to.begin_record(descriptor_->full_name());
  for (const FieldPlan& plan : fields_) {
    if (!plan.presence || reflection_->HasField(message, plan.field)) {
      write_field(message, plan, to, place);
    } else if (plan.shows_default && place.defaults) {
      to.field(plan.number);
      to.absent();
      write_value(message, plan, to, place);
    }
  }
  if (descriptor_->extension_range_count() > 0) {
    std::vector<const FieldDescriptor*> present;  // by number
    reflection_->ListFields(message, &present);
    for (const FieldDescriptor* field : present) {
      if (field->is_extension()) write_field(message, with_message(plan(field)), to, place);
    }
  }
  to.end_record();
}

void MessagePlan::write_field(const Message& message, const FieldPlan& plan, view::Writer& to,
                              Place place) const {
  to.field(plan.number);
  if (plan.map) return write_map(message, plan, to, place);
  if (!plan.repeated) return write_value(message, plan, to, place);
  const int size = reflection_->FieldSize(message, plan.field);
  if (!plan.set) {
    to.list(static_cast<std::size_t>(size));
    for (int i = 0; i < size; ++i) write_element(message, plan, i, to, place);
    return;
  }
  std::vector<int> indexes(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) indexes[static_cast<std::size_t>(i)] = i;
  to.set(indexes.size());
  view::in_order(
      indexes, [&](view::Writer& node, int i) { write_element(message, plan, i, node, place); },
      [&](const std::string& node, int) { to.bytes += node; });
}

// Reflection shows a map as a list of entries. A map that was read from text may have a key twice: the last
// entry counts, as in the generated accessor.
void MessagePlan::write_map(const Message& message, const FieldPlan& plan, view::Writer& to,
                            Place place) const {
  const MessagePlan& entry = *plan.message;
  std::map<std::string, const Message*> pairs;  // by the bytes of the key's node
  for (int i = 0, size = reflection_->FieldSize(message, plan.field); i < size; ++i) {
    const Message& pair = reflection_->GetRepeatedMessage(message, plan.field, i);
    view::Writer key;
    entry.write_value(pair, entry.fields_[0], key, place);
    pairs[std::move(key.bytes)] = &pair;
  }
  to.map(pairs.size());
  for (const auto& [key, pair] : pairs) {
    to.bytes += key;
    entry.write_value(*pair, entry.fields_[1], to, place);
  }
}

void MessagePlan::write_element(const Message& message, const FieldPlan& plan, int index, view::Writer& to,
                                Place place) const {
  std::string scratch;
  switch (plan.type) {
    case FieldDescriptor::CPPTYPE_INT32:
      return to.integer(reflection_->GetRepeatedInt32(message, plan.field, index));
    case FieldDescriptor::CPPTYPE_INT64:
      return to.integer(reflection_->GetRepeatedInt64(message, plan.field, index));
    case FieldDescriptor::CPPTYPE_UINT32:
      return to.unsigned_integer(reflection_->GetRepeatedUInt32(message, plan.field, index));
    case FieldDescriptor::CPPTYPE_UINT64:
      return to.unsigned_integer(reflection_->GetRepeatedUInt64(message, plan.field, index));
    case FieldDescriptor::CPPTYPE_BOOL:
      return to.boolean(reflection_->GetRepeatedBool(message, plan.field, index));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return to.float_(reflection_->GetRepeatedFloat(message, plan.field, index));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return to.double_(reflection_->GetRepeatedDouble(message, plan.field, index));
    case FieldDescriptor::CPPTYPE_ENUM:
      return to.enumeration(reflection_->GetRepeatedEnumValue(message, plan.field, index));
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return plan.message->write(reflection_->GetRepeatedMessage(message, plan.field, index), to,
                                 {place.depth + 1, place.defaults});
    case FieldDescriptor::CPPTYPE_STRING: {
      const std::string& value =
          reflection_->GetRepeatedStringReference(message, plan.field, index, &scratch);
      return plan.field->type() == FieldDescriptor::TYPE_BYTES ? to.binary(value) : to.text(value);
    }
  }
}

void MessagePlan::write_value(const Message& message, const FieldPlan& plan, view::Writer& to,
                              Place place) const {
  std::string scratch;
  switch (plan.type) {
    case FieldDescriptor::CPPTYPE_INT32:
      return to.integer(reflection_->GetInt32(message, plan.field));
    case FieldDescriptor::CPPTYPE_INT64:
      return to.integer(reflection_->GetInt64(message, plan.field));
    case FieldDescriptor::CPPTYPE_UINT32:
      return to.unsigned_integer(reflection_->GetUInt32(message, plan.field));
    case FieldDescriptor::CPPTYPE_UINT64:
      return to.unsigned_integer(reflection_->GetUInt64(message, plan.field));
    case FieldDescriptor::CPPTYPE_BOOL:
      return to.boolean(reflection_->GetBool(message, plan.field));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return to.float_(reflection_->GetFloat(message, plan.field));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return to.double_(reflection_->GetDouble(message, plan.field));
    case FieldDescriptor::CPPTYPE_ENUM:
      return to.enumeration(reflection_->GetEnumValue(message, plan.field));
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return plan.message->write(reflection_->GetMessage(message, plan.field), to,
                                 {place.depth + 1, place.defaults});
    case FieldDescriptor::CPPTYPE_STRING: {
      const std::string& value = reflection_->GetStringReference(message, plan.field, &scratch);
      return plan.field->type() == FieldDescriptor::TYPE_BYTES ? to.binary(value) : to.text(value);
    }
  }
}

}  // namespace wirebed
