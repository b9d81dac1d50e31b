#include "dynamic_maps.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/unknown_field_set.h>

#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "protobuf_api.h"

namespace wirebed {

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using google::protobuf::UnknownFieldSet;

bool has_unknown_number(const FieldDescriptor* value, const UnknownFieldSet& unknown) {
  const bool closed = protobuf_api::is_closed(value);
  for (int i = 0; closed && i < unknown.field_count(); ++i) {
    if (unknown.field(i).number() == value->number()) return true;
  }
  return false;
}

// The bytes of an entry whose value is among its unknown fields. libprotobuf writes the default before these.
std::string without_default(const Message& entry, const FieldDescriptor* value) {
  UnknownFieldSet fields;
  bool done = fields.ParseFromString(entry.SerializePartialAsString());
  int first = 0;
  while (first < fields.field_count() && fields.field(first).number() != value->number()) ++first;
  if (first < fields.field_count()) fields.DeleteSubrange(first, 1);
  std::string bytes;
  done = done && fields.SerializeToString(&bytes);
  if (!done) throw std::logic_error("what libprotobuf wrote of an entry of a map is no message");
  return bytes;
}

void settle(Message& message, const FieldDescriptor* field) {
  const Reflection& reflection = *message.GetReflection();
  const int size = reflection.FieldSize(message, field);
  std::unordered_map<std::string, int> places;  // by key
  const FieldDescriptor* value = field->message_type()->map_value();
  int kept = 0;
  for (int i = 0; i < size; ++i) {
    Message& entry = *reflection.MutableRepeatedMessage(&message, field, i);
    UnknownFieldSet& unknown = *entry.GetReflection()->MutableUnknownFields(&entry);
    if (has_unknown_number(value, unknown)) {
      reflection.MutableUnknownFields(&message)->AddLengthDelimited(field->number(),
                                                                    without_default(entry, value));
      continue;
    }
    unknown.Clear();
    std::string key;
    google::protobuf::TextFormat::PrintFieldValueToString(entry, field->message_type()->map_key(), -1, &key);
    const auto [place, is_new] = places.try_emplace(std::move(key), kept);
    reflection.SwapElements(&message, field, place->second, i);
    if (is_new) ++kept;
  }
  for (int i = kept; i < size; ++i) reflection.RemoveLast(&message, field);
}

}  // namespace

void settle_maps(Message& message) {
  const Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (field->is_map()) settle(message, field);
    if (!field->is_repeated()) {
      settle_maps(*reflection.MutableMessage(&message, field));
      continue;
    }
    for (int i = 0, size = reflection.FieldSize(message, field); i < size; ++i) {
      settle_maps(*reflection.MutableRepeatedMessage(&message, field, i));
    }
  }
}

}  // namespace wirebed
