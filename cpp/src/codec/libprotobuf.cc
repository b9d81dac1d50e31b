// The library's version, and what it logs while it refuses.
#include "codec/libprotobuf.h"

#include <google/protobuf/stubs/common.h>
#include <google/protobuf/stubs/logging.h>

namespace wirebed {

constinit thread_local LogCapture* LogCapture::current_ = nullptr;

// The handler is installed once: to change it twice would take as long as decoding a small message.
const LogCapture::Handler LogCapture::others_ = google::protobuf::SetLogHandler(&LogCapture::collect);

void LogCapture::collect(google::protobuf::LogLevel level, const char* file, int line,
                         const std::string& message) {
  if (current_ == nullptr) {
    if (others_ != nullptr) others_(level, file, line, message);
    return;
  }
  std::string& collected = current_->collected_;
  if (!collected.empty()) collected += "; ";
  collected += message;
}

std::string libprotobuf_version() {
  return google::protobuf::internal::VersionString(GOOGLE_PROTOBUF_VERSION);
}

const void* libprotobuf_function() { return reinterpret_cast<const void*>(&google::protobuf::SetLogHandler); }

std::string LogCapture::text(const std::string& otherwise) const {
  return collected_.empty() ? otherwise : collected_;
}

}  // namespace wirebed
