// The one list of transports. A transport is one file in transport/, one declaration in transports.cc and one
// line there.
#pragma once

#include <string_view>
#include <vector>

#include "echo/transport.h"

namespace wirebed::echo {

const std::vector<Transport>& transports();

// Throws UnsupportedError for an unknown one.
const Transport& find_transport(std::string_view name);

}  // namespace wirebed::echo
