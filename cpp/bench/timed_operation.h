// The operation of a task of proto/wirebed/bench.proto: the loop to be timed, and its operands.
#pragma once

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
  Writes writes = nullptr;
  Reads reads = nullptr;
  Copies copies = nullptr;

  // The types of the objects that go into `writes` and `copies` and come out of `reads`.
  const Endpoint* model = nullptr;
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

  // Runs the operation this number of times; returns what the last one wrote, if it writes.
  std::string run(Times times) const;
  const TimedOperation& operation() const { return operation_; }

 private:
  const BenchTask& task_;
  TimedOperation operation_;
  Options options_;
  Object object_;
};

}  // namespace wirebed::bench
