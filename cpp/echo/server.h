// The program as a server.
#pragma once

#include <string>
#include <vector>

#include "echo/transport.h"

namespace wirebed::echo {

// Serves until stdin ends, or a signal asks the program to end. Does not return. `names` are transports, all
// when empty.
[[noreturn]] void serve_until_asked(const Settings& settings, const std::vector<std::string>& names);

}  // namespace wirebed::echo
