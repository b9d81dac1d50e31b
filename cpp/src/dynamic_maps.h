// The maps of dynamic messages.
#pragma once

#include <google/protobuf/message.h>

namespace wirebed {

// A map that libprotobuf parsed into a dynamic message is a list of entries, and is written as such. This
// makes every map of the message what it is in the class that protoc generates: each key once with its last
// value, no unknown field inside an entry, and an entry whose value is an unknown number of a closed enum
// among the unknown fields of the message that has the map.
void settle_maps(google::protobuf::Message& message);

}  // namespace wirebed
