// The text format by libprotobuf's TextFormat.
#include "codec/prototext.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

#include "bridge/view.h"
#include "codec/libprotobuf.h"
#include "protobuf_api.h"

namespace wirebed {

namespace {

// Prints as the library does by itself, or without the unknown fields where a task asks for that.
bool print(const google::protobuf::Message& message, const Options& options, std::string& wire) {
  const auto unknown = options.find("unknown");
  if (unknown == options.end() || unknown->second != "drop") {
    return google::protobuf::TextFormat::PrintToString(message, &wire);
  }
  google::protobuf::TextFormat::Printer printer;
  printer.SetHideUnknownFields(true);
  return printer.PrintToString(message, &wire);
}

// Collects the parser's errors. Only the error about required fields has no line and column.
class Errors : public protobuf_api::TextErrors {
 public:
  void add(int line, int column, const std::string& message) override {
    if (!text.empty()) text += "; ";
    if (line >= 0) text += std::to_string(line + 1) + ":" + std::to_string(column + 1) + ": ";
    text += message;
    placed = placed || line >= 0;
  }
  std::string text;
  bool placed = false;
};

}  // namespace

About Prototext::about() {
  return {.format = "prototext",
          .library = "libprotobuf",
          .version = libprotobuf_version(),
          .library_packages = {kLibprotobufNamespace},
          .function = libprotobuf_function(),
          .typed_errors =
              {
                  {.type = "bool google::protobuf::TextFormat::Parser::Parse",
                   .authority =
                       "google/protobuf/text_format.h, Parser::RecordErrorsTo: \"Set where to report parse "
                       "errors\""},
                  {.type = "bool google::protobuf::TextFormat::PrintToString",
                   .authority = "google/protobuf/text_format.h: \"Returns false if printing fails\""},
              },
          .leaves_object =
              "google/protobuf/text_format.h, TextFormat::Parse: \"The message is cleared first, "
              "even if the function fails\"",
          .settings = {StatedSetting::option("SetRecursionLimit", std::to_string(view::kMaxDepth),
                                             "By itself the parser has no limit, and ends with the stack."),
                       StatedSetting::option("SetHideUnknownFields", "where a task asks for it",
                                             "A task with `unknown: drop` is about this option.")}};
}

void Prototext::encode(const google::protobuf::Message& message, const Options& options, std::string& wire) {
  const LogCapture log;
  if (!print(message, options, wire)) {
    throw Refusal(FailureStage::kWrite, log.text("PrintToString returned false"), RefusedBy::kLibrary);
  }
}

void Prototext::decode(std::string_view wire, const Options&, google::protobuf::Message& message) {
  const LogCapture log;
  Errors errors;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  parser.SetRecursionLimit(view::kMaxDepth);  // by itself it has none, and ends with the stack
  google::protobuf::io::ArrayInputStream text(wire.data(), static_cast<int>(wire.size()));
  if (!parser.Parse(&text, &message)) {
    // Missing required fields are the only error.
    const bool is_incomplete = !errors.placed && !message.IsInitialized();
    throw Refusal(is_incomplete ? FailureStage::kRequiredCheck : FailureStage::kParse, log.text(errors.text),
                  RefusedBy::kLibrary);
  }
}

}  // namespace wirebed
