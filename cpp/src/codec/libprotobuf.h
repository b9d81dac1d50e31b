// The parts that the three codecs of libprotobuf share: its version, and its own words when it refuses.
#pragma once

#include <google/protobuf/stubs/logging.h>

#include <string>

#include "codec.h"

namespace wirebed {

std::string libprotobuf_version();
// A function of the library, by which the file of it is found.
const void* libprotobuf_function();

constexpr const char* kLibprotobufNamespace = "google::protobuf::";

// Collects the library's log lines of its thread during its lifetime, instead of printing them: the parsers
// return only false, and log the reason.
class LogCapture {
 public:
  LogCapture() { current_ = this; }
  ~LogCapture() { current_ = nullptr; }
  LogCapture(const LogCapture&) = delete;
  LogCapture& operator=(const LogCapture&) = delete;
  // The lines that were logged so far, or `otherwise` if there is none.
  std::string text(const std::string& otherwise) const;

 private:
  using Handler = google::protobuf::LogHandler*;
  static void collect(google::protobuf::LogLevel level, const char* file, int line,
                      const std::string& message);

  static constinit thread_local LogCapture* current_;
  static const Handler others_;
  std::string collected_;
};

}  // namespace wirebed
