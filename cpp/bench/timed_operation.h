// The operation of a task of proto/wirebed/bench.proto: the loop to be timed, and the endpoints that the
// probe compares it with.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bench/loops.h"
#include "codec.h"
#include "endpoint.h"
#include "wirebed/bench.pb.h"

namespace wirebed::bench {

// This program cannot do the task, or will not time it.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct TimedOperation {
  // Exactly one of these three is set; it is timed.
  std::function<std::string(const Object&, const Options&, Times)> writes;
  std::function<Object(std::string_view, const Options&, Times)> reads;
  std::function<Object(const Object&, Times)> copies;

  const Endpoint* codec = nullptr;   // the codec outside of the benchmark; null where there is none
  const Endpoint* writer = nullptr;  // the same, or another of its format where it only reads
  const Endpoint* model =
      nullptr;       // of the objects that go into `writes` and `copies` and come out of `reads`
  std::string kept;  // what is kept between operations, in words
};

// Throws Refused; std::out_of_range for a codec that this program does not have.
TimedOperation operation_of(const BenchTask& task);

// A task with the operands of its loop.
class Row {
 public:
  explicit Row(const BenchTask& task);
  ~Row();
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;

  // Runs the operation this number of times.
  void run(Times times) const;

 private:
  const BenchTask& task_;
  TimedOperation operation_;
  Options options_;
  Object object_;
};

}  // namespace wirebed::bench
