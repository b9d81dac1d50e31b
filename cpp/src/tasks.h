// Runs one task: encode, decode, relay or measure, with one codec, on one message.
#pragma once

#include <functional>
#include <string>

#include "codec.h"
#include "wirebed/peer.pb.h"

namespace wirebed {

void run_task(const Task& task, Result& result);

// The work of an encode or a decode with each value, which is a view or wire bytes.
using Step = std::function<void(const std::string& value, Result& result)>;

// Looks up once what many values need; throws UnsupportedError for what this peer does not have.
Step step_of(Column::Action action, const std::string& codec, const std::string& message,
             const Options& options, const std::string& class_name);

}  // namespace wirebed
