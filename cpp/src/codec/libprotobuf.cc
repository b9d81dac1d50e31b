// The library's version, and what it logs while it refuses.
#include "codec/libprotobuf.h"

#include <google/protobuf/stubs/common.h>
#include <google/protobuf/stubs/logging.h>

namespace wirebed {

std::string LogCapture::collected_;
bool LogCapture::collecting_ = false;

// The handler is installed once: to change it twice would take as long as decoding a small message.
const LogCapture::Handler LogCapture::others_ = google::protobuf::SetLogHandler(&LogCapture::collect);

void LogCapture::collect(google::protobuf::LogLevel level, const char* file, int line,
                         const std::string& message) {
  if (!collecting_) {
    if (others_ != nullptr) others_(level, file, line, message);
    return;
  }
  if (!collected_.empty()) collected_ += "; ";
  collected_ += message;
}

std::string libprotobuf_version() {
  return google::protobuf::internal::VersionString(GOOGLE_PROTOBUF_VERSION);
}

std::string LogCapture::text(const std::string& otherwise) const {
  return collected_.empty() ? otherwise : collected_;
}

}  // namespace wirebed
