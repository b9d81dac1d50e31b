// The modes of a benchmark program: proto/wirebed/README.md, "Benchmark programs".
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "wirebed/bench.pb.h"

namespace wirebed::bench {

// The request is wrong or cannot be done: the program ends with 2.
class InvalidRequest : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Arguments {
  std::string program;  // argv[0]
  std::string mode;
  std::string out;
  double seconds = 1;
  std::vector<BenchTask> tasks;  // the requested tasks
};

// Each function returns the content of --out. Google Benchmark writes its result itself, to a file beside
// `out`.
std::string probe_all(const Arguments& arguments);
std::string bytes_of_all(const Arguments& arguments);
std::string stacks_of_all(const Arguments& arguments);
std::string warm(const Arguments& arguments);
// Starts a new process of the program for each task, in the mode `first`.
std::string cold(const Arguments& arguments);
std::string first(const Arguments& arguments);

}  // namespace wirebed::bench
