// The request `load`: the same values again and again, with the clock on.
#pragma once

#include <exception>

#include "wirebed/peer.pb.h"

namespace wirebed::echo {

void run_load(const Load& load, Loaded& loaded);

// The error of a connection, as a failure.
void describe_connection(const std::exception& error, Failure& failure);

}  // namespace wirebed::echo
