// The benchmark program of the C++ peer of one schema tree.
//
//   wirebed-bench --tasks FILE --mode probe|warm|cold|bytes|stacks --out FILE [--only ID,ID…] [--seconds S]
#include <malloc.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>

#include "bench/allocated.h"
#include "bench/modes.h"
#include "deep_stack.h"

namespace wirebed::bench {

namespace {

constexpr int kExitFailed = 2;
constexpr int kKeptMemory = 32 << 20;  // the most that glibc takes

double number(const std::string& option, const std::string& text) {
  try {
    std::size_t end = 0;
    const double value = std::stod(text, &end);
    if (end == text.size() && value > 0) return value;
  } catch (const std::exception&) {
  }
  throw InvalidRequest(option + " " + text + ": give a number above 0");
}

std::vector<BenchTask> tasks_of(const std::string& path, const std::string& only) {
  BenchTasks all;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InvalidRequest(path + " cannot be read");
  if (!all.ParseFromIstream(&file)) throw InvalidRequest(path + " is no wirebed.BenchTasks");
  std::set<std::string> wanted;
  for (std::size_t at = 0; at < only.size();) {
    const std::size_t end = std::min(only.find(',', at), only.size());
    wanted.insert(only.substr(at, end - at));
    at = end + 1;
  }
  std::vector<BenchTask> tasks;
  for (BenchTask& task : *all.mutable_tasks()) {
    if (only.empty() || wanted.erase(task.id()) > 0) tasks.push_back(std::move(task));
  }
  if (!wanted.empty()) throw InvalidRequest("--only " + *wanted.begin() + ": " + path + " has no such task");
  return tasks;
}

Arguments parsed(int argc, char** argv) {
  Arguments arguments{.program = argv[0], .mode = "", .out = "", .tasks = {}};
  std::string tasks, only;
  for (int i = 1; i < argc; i += 2) {
    const std::string option = argv[i];
    if (i + 1 == argc) throw InvalidRequest(option + " has no value");
    const std::string value = argv[i + 1];
    if (option == "--tasks")
      tasks = value;
    else if (option == "--mode")
      arguments.mode = value;
    else if (option == "--out")
      arguments.out = value;
    else if (option == "--only")
      only = value;
    else if (option == "--seconds")
      arguments.seconds = number(option, value);
    else
      throw InvalidRequest("unknown option " + option + "; known: --tasks --mode --out --only --seconds");
  }
  if (tasks.empty() || arguments.out.empty()) throw InvalidRequest("give --tasks and --out");
  arguments.tasks = tasks_of(tasks, only);
  return arguments;
}

std::string result(const Arguments& arguments, char** argv) {
  if (arguments.mode == "probe") return probe_all(arguments);
  if (arguments.mode == "warm") return warm(arguments);
  if (arguments.mode == "cold") return cold(arguments);
  if (arguments.mode == "first") return first(arguments);
  if (arguments.mode == "stacks") return stacks_of_all(arguments);
  if (arguments.mode != "bytes")
    throw InvalidRequest("unknown mode \"" + arguments.mode + "\"; known: probe, warm, cold, bytes, stacks");
  if (&allocated == nullptr) {
    // This is the same program, linked with allocated.cc.
    const std::string counting = arguments.program + "-bytes";
    execv(counting.c_str(), argv);
    throw InvalidRequest(counting + " cannot be started");
  }
  return bytes_of_all(arguments);
}

// Writes the whole file or none.
void write(const std::string& path, const std::string& content) {
  const std::string part = path + ".part";
  std::ofstream file(part, std::ios::binary);
  file << content;
  file.close();
  if (!file) throw InvalidRequest(part + " cannot be written");
  std::filesystem::rename(part, path);
}

int run(int argc, char** argv) {
  try {
    allow_deep_stack();
    // Otherwise chance decides whether memory that a round frees goes back to the kernel.
    mallopt(M_TRIM_THRESHOLD, kKeptMemory);
    mallopt(M_MMAP_THRESHOLD, kKeptMemory);
    const Arguments arguments = parsed(argc, argv);
    write(arguments.out, result(arguments, argv));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "wirebed-bench: %s\n", error.what());
    return kExitFailed;
  }
}

}  // namespace

}  // namespace wirebed::bench

int main(int argc, char** argv) { return wirebed::bench::run(argc, argv); }
