// Helpers of several tests: a view from a text, and a task that runs without a pipe.
#pragma once

#include <string>
#include <string_view>

#include "wirebed/peer.pb.h"

namespace wirebed::test {

// The view of a message of the interop tree, given in the text format.
std::string view_of(const std::string& message, const std::string& text);

Result encode(const std::string& codec, const std::string& message, const std::string& view);
Result decode(const std::string& codec, const std::string& message, std::string_view wire);

// The wire bytes, or the stage and reason of the failure.
std::string written(const std::string& codec, const std::string& message, const std::string& text);
// The view that a reader saw, in the text format (by the codec none/message), or the failure.
std::string seen(const std::string& codec, const std::string& message, std::string_view wire);

}  // namespace wirebed::test
