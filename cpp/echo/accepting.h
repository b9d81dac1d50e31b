// A listener that gives each client a thread.
#pragma once

#include <functional>
#include <memory>

#include "echo/transport.h"
#include "echo/watchdog.h"

namespace wirebed::echo {

// Talks with one client until it returns or throws. When the deadline passes, its socket is shut down.
using Conversation = std::function<void(int socket, Deadline& deadline)>;

std::unique_ptr<Listener> accept_each(const Settings& settings, Conversation conversation);

}  // namespace wirebed::echo
