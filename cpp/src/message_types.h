// Where this program's protobuf messages come from: the code that protoc generated and the linker added, or a
// descriptor set alone.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <string>

namespace wirebed::message_types {

// From now on, the messages are those of the descriptor set of this tree, as libprotobuf's
// DynamicMessageFactory makes them, without those of files that the library refuses. Nothing may have asked
// for a message before.
void use_descriptors(const std::string& tree);

// Leaves out the messages of the files that protoc refused when this tree was built. `list`: the file of
// them.
void leave_out_refused(const std::string& tree, const std::string& list);

// Whether use_descriptors was called.
bool are_dynamic();

// nullptr for an unknown name.
const google::protobuf::Descriptor* find(const std::string& message);

// The reason of the library or of protoc if it refused the file of a message; empty for every other name.
std::string why_refused(const std::string& message);

const google::protobuf::Message* prototype(const google::protobuf::Descriptor* descriptor);

}  // namespace wirebed::message_types
