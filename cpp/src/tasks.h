// Runs one task: encode, decode, relay or measure, with one codec, on one message.
#pragma once

#include "wirebed/peer.pb.h"

namespace wirebed {

void run_task(const Task& task, Result& result);

}  // namespace wirebed
