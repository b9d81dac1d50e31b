// The library's version, and what it logs while it refuses.
#include "codec/libprotobuf.h"

#include "protobuf_api.h"

namespace wirebed {

constinit thread_local LogCapture* LogCapture::current_ = nullptr;

bool LogCapture::collect(const std::string& line) {
  if (current_ == nullptr) return false;
  std::string& collected = current_->collected_;
  if (!collected.empty()) collected += "; ";
  collected += line;
  return true;
}

// The handler is installed once: to change it twice would take as long as decoding a small message.
const bool LogCapture::watches_ = [] {
  protobuf_api::watch_log<&LogCapture::collect>();
  return true;
}();

// Ends the process if the library that is loaded is not that of the headers.
std::string libprotobuf_version() {
  GOOGLE_PROTOBUF_VERIFY_VERSION;
  return protobuf_api::version();
}

const void* libprotobuf_function() {
  return reinterpret_cast<const void*>(&google::protobuf::internal::VersionString);
}

std::string LogCapture::text(const std::string& otherwise) const {
  return collected_.empty() ? otherwise : collected_;
}

}  // namespace wirebed
