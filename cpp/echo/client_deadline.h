// The deadline of an exchange, as a client has it.
#pragma once

#include <string>
#include <utility>

#include "echo/transport.h"
#include "echo/watchdog.h"

namespace wirebed::echo {

// The watchdog of all connections that this program opens.
Watchdog& client_watchdog();

class ClientDeadline {
 public:
  // `end` makes a blocked call return.
  ClientDeadline(double seconds, std::function<void()> end)
      : seconds_(seconds), deadline_(client_watchdog(), std::move(end)) {}

  bool passed() const { return deadline_.passed(); }

  // The answer of `exchange`, unless the deadline makes it throw.
  template <class Exchange>
  Answer within(Exchange&& exchange) {
    deadline_.in(seconds_);
    try {
      const Answer answer = exchange();
      deadline_.none();
      return answer;
    } catch (const ConnectionError& error) {
      deadline_.none();
      if (passed()) throw_late(error);
      throw;
    }
  }

 private:
  [[noreturn]] void throw_late(const ConnectionError& error) const;

  const double seconds_;
  Deadline deadline_;
};

}  // namespace wirebed::echo
