// The parts that the three codecs of libprotobuf share: its version, and its own words when it refuses.
#pragma once

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
  static bool collect(const std::string& line);

  static constinit thread_local LogCapture* current_;
  static const bool watches_;
  std::string collected_;
};

}  // namespace wirebed
