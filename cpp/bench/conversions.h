// The common functions of the conversions between plain structs and messages that conversions.h.j2 generates.
#pragma once

#include <google/protobuf/timestamp.pb.h>

#include <memory>
#include <string>

#include "meta.h"
#include "refusal.h"

namespace wirebed::convert {

// The value of a pointer or optional. A null element is refused, since a message has none.
template <class Held>
const auto& there(const Held& held) {
  if (!held) throw Refusal(FailureStage::kBuild, "an element is null");
  return *held;
}

inline std::string text_of(const Bytes& bytes) { return std::string(bytes.begin(), bytes.end()); }
inline Bytes bytes_of(const std::string& text) { return Bytes(text.begin(), text.end()); }

// The conversions of the tree's own classes are overloads of to_message and to_plain; a unit may have none.
void to_plain();

inline void to_message(const Date& from, google::protobuf::Timestamp& to) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(from);
  to.set_seconds(seconds.time_since_epoch().count());
  to.set_nanos(static_cast<std::int32_t>(std::chrono::nanoseconds(from - seconds).count()));
}
inline Date date_of(const google::protobuf::Timestamp& from) {
  return Date(std::chrono::seconds(from.seconds()) +
              std::chrono::floor<std::chrono::milliseconds>(std::chrono::nanoseconds(from.nanos())));
}

}  // namespace wirebed::convert
