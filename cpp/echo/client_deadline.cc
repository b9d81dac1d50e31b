// What a client says of a server that was too slow.
#include "echo/client_deadline.h"

#include <cstdio>

namespace wirebed::echo {

Watchdog& client_watchdog() {
  static Watchdog watchdog;
  return watchdog;
}

void ClientDeadline::throw_late(const ConnectionError& error) const {
  char text[64];
  std::snprintf(text, sizeof text, "no reply within %g s: ", seconds_);
  throw ConnectionError(text + std::string(error.what()));
}

}  // namespace wirebed::echo
