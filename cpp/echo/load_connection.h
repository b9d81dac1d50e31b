// One connection of a load, and its thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "echo/transport.h"
#include "failures.h"

namespace wirebed::echo {

using Clock = std::chrono::steady_clock;

// The state that all connections of a load share. Nobody changes the objects.
struct Plan {
  const Load& load;
  const Endpoint& endpoint;
  Options options;
  const Transport& transport;
  std::vector<OwnedObject> objects;
};

struct LoadTally {
  std::uint64_t echoes = 0, wrong = 0, failed = 0, sent = 0, received = 0;
  std::optional<Failure> first;
  std::vector<std::uint64_t> round_trips, wholes;  // nanoseconds
  Clock::time_point end;
};

class LoadConnection {
 public:
  LoadConnection(const Plan& plan, std::uint64_t index);
  // `begin` is the same for all connections. `paced`: at the rate of the load, if it has one.
  void echo_all(std::uint64_t count, Clock::time_point begin, bool paced, LoadTally& tally);

 private:
  // An echo of the value at `next_` that is counted from `start`.
  void echo(Clock::time_point start, LoadTally& tally);
  Answer exchange(const std::string& payload);
  // Whether the reply has the expected value. Counts it.
  bool check(std::string_view reply, const Object& object, LoadTally& tally);
  bool is_expected(std::string_view reply, const Object& object);
  void take_refusal(std::string_view refusal, LoadTally& tally);
  // Whether the server is gone for good.
  bool is_lost() const;
  void fail(const Failure& failure, LoadTally& tally);
  void lose(const ConnectionError& error, LoadTally& tally);

  const Plan& plan_;
  const std::uint64_t index_;
  const std::string line_;
  std::unique_ptr<Connection> connection_;
  std::size_t next_;
  std::vector<std::string> right_;  // for each value, a reply that was compared and is right
  // The number of exchanges that failed since the last one that did not.
  int lost_ = 0;
  Clock::time_point lost_since_;
};

}  // namespace wirebed::echo
