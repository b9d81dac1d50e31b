// What protobuf calls otherwise since release 22, under one name for 3.21 and for those.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/stubs/common.h>

#include <string>

#if GOOGLE_PROTOBUF_VERSION < 4022000
#include <google/protobuf/stubs/logging.h>
#else
#include <absl/log/globals.h>
#include <absl/log/initialize.h>
#include <absl/log/log_sink.h>
#include <absl/log/log_sink_registry.h>

#include <exception>
#include <iostream>
#endif

namespace wirebed::protobuf_api {

using google::protobuf::DescriptorPool;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Takes a line that the library logs; false: it is to be printed.
using TakeLine = bool (*)(const std::string& line);

#if GOOGLE_PROTOBUF_VERSION < 4022000

// What the library throws where a check of its own fails.
constexpr bool kThrows = true;
using google::protobuf::FatalException;

inline std::string version() { return google::protobuf::internal::VersionString(GOOGLE_PROTOBUF_VERSION); }

// Whether the field does not hold numbers that its enum does not know.
inline bool is_closed(const FieldDescriptor* field) {
  return field->enum_type() != nullptr &&
         field->enum_type()->file()->syntax() == google::protobuf::FileDescriptor::SYNTAX_PROTO2;
}

class TextErrors : public google::protobuf::io::ErrorCollector {
 public:
  virtual void add(int line, int column, const std::string& message) = 0;

 private:
  void AddError(int line, int column, const std::string& message) final { add(line, column, message); }
};

class FileErrors : public DescriptorPool::ErrorCollector {
 public:
  virtual void add(const std::string& file, const std::string& element, const std::string& message) = 0;

 private:
  void AddError(const std::string& file, const std::string& element, const Message*, ErrorLocation,
                const std::string& message) final {
    add(file, element, message);
  }
};

template <TakeLine take>
void watch_log() {
  static google::protobuf::LogHandler* const others = google::protobuf::SetLogHandler(
      [](google::protobuf::LogLevel level, const char* file, int line, const std::string& message) {
        if (!take(message) && others != nullptr) others(level, file, line, message);
      });
}

#else

// The library ends the process where a check of its own fails.
constexpr bool kThrows = false;
struct FatalException : std::exception {
  std::string message() const { return what(); }
};

inline std::string version() {
  return google::protobuf::internal::ProtocVersionString(GOOGLE_PROTOBUF_VERSION);
}

inline bool is_closed(const FieldDescriptor* field) { return field->legacy_enum_field_treated_as_closed(); }

class TextErrors : public google::protobuf::io::ErrorCollector {
 public:
  virtual void add(int line, int column, const std::string& message) = 0;

 private:
  void RecordError(int line, int column, absl::string_view message) final {
    add(line, column, std::string(message));
  }
};

class FileErrors : public DescriptorPool::ErrorCollector {
 public:
  virtual void add(const std::string& file, const std::string& element, const std::string& message) = 0;

 private:
  void RecordError(absl::string_view file, absl::string_view element, const Message*, ErrorLocation,
                   absl::string_view message) final {
    add(std::string(file), std::string(element), std::string(message));
  }
};

template <TakeLine take>
class Lines : public absl::LogSink {
  void Send(const absl::LogEntry& entry) final {
    const bool ends = entry.log_severity() == absl::LogSeverity::kFatal;
    if (!take(std::string(entry.text_message())) || ends)
      std::cerr << entry.text_message_with_prefix_and_newline();
  }
};

template <TakeLine take>
void watch_log() {
  absl::SetStderrThreshold(absl::LogSeverityAtLeast::kInfinity);  // that sink would print each line
  absl::InitializeLog();
  absl::AddLogSink(new Lines<take>);  // of the process
}

#endif

}  // namespace wirebed::protobuf_api
