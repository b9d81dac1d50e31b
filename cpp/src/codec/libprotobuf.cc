// The library's version, and what it logs while it refuses.
#include "codec/libprotobuf.h"

#include <google/protobuf/stubs/common.h>
#include <google/protobuf/stubs/logging.h>

namespace wirebed {

namespace {

std::string captured;

void capture(google::protobuf::LogLevel, const char*, int, const std::string& message) {
  if (!captured.empty()) captured += "; ";
  captured += message;
}

}  // namespace

std::string libprotobuf_version() {
  return google::protobuf::internal::VersionString(GOOGLE_PROTOBUF_VERSION);
}

LogCapture::LogCapture() {
  captured.clear();
  google::protobuf::SetLogHandler(&capture);
}

LogCapture::~LogCapture() { google::protobuf::SetLogHandler(nullptr); }

std::string LogCapture::text(const std::string& otherwise) const {
  return captured.empty() ? otherwise : captured;
}

void refuse_parse(const google::protobuf::Message& message, bool only_required, const std::string& reason) {
  if (only_required && !message.IsInitialized()) throw Refusal(At::kRequiredCheck, reason);
  throw Refusal(At::kParse, reason);
}

}  // namespace wirebed
