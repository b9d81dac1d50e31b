// Values without a schema, and what writing and reading structs share.
#include "codec/hessian2.h"

#include "bridge/bare.h"

namespace wirebed {

About Hessian2::about() {
  return {
      .format = "hessian2",
      .library = "wirebed",
      .version = "1",
      .canonical = true,
      .bare = true,
      .library_packages = {"hessian2::"},
      .typed_errors = {documented_error<::hessian2::Error>("hessian2/error.h: how this library refuses")},
      .settings = {StatedSetting::code("a walk over the table of fields calls the library",
                                       "The library is the bed's own (cpp/hessian2) and knows no members.")}};
}

Hessian2::Reused& Hessian2::reused() {
  thread_local Reused reused;
  return reused;
}

std::string Hessian2::encode_bare(view::Reader& from, const Options& options) {
  ::hessian2::Document document;
  bare::build(from, document);
  Writing& writing = Hessian2::reused().writing;
  writing.start();
  const bool envelope = hessian2_codec::has_envelope(options);
  try {
    if (envelope) writing.to.StartMessage();
    ::hessian2::WriteValue(writing.to, document.root);
    if (envelope) writing.to.CompleteMessage();
  } catch (const ::hessian2::Error&) {
    hessian2_codec::refuse();
  }
  return std::string(hessian2_codec::text_of(writing.to.bytes()));
}

void Hessian2::decode_bare(std::string_view wire, const Options& options, view::Writer& to) {
  const bool envelope = hessian2_codec::has_envelope(options);
  ::hessian2::Reader from(hessian2_codec::bytes_of(wire), {.rewind = false});
  ::hessian2::Document document;
  try {
    if (envelope) from.ReadMessageStart();
    ::hessian2::ReadValue(from, document);
    if (envelope) from.ReadMessageEnd();
    from.Finish();
  } catch (const ::hessian2::Error&) {
    hessian2_codec::refuse();
  }
  bare::show(document, to);
}

namespace hessian2_codec {

bool has_envelope(const Options& options) {
  if (options.empty()) return false;
  const auto at = options.find("envelope");
  if (at == options.end()) return false;
  if (at->second != "message") throw UnsupportedError("Hessian 2 has no envelope " + at->second);
  return true;
}

void refuse() {
  using ::hessian2::Error;
  try {
    throw;
  } catch (const Error& error) {
    const bool is_of_writer = error.kind() == Error::Kind::kUnwritable;
    const FailureStage stage = is_of_writer ? FailureStage::kWrite : FailureStage::kParse;
    throw Refusal(stage, error.what(), RefusedBy::kLibrary, class_name(typeid(error)));
  }
}

}  // namespace hessian2_codec
}  // namespace wirebed
