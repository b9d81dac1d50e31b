// What a failure says.
#include "attempt.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <typeinfo>

#include "bridge/view.h"

namespace wirebed {

namespace {

std::string type_name(const std::exception& error) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(typeid(error).name(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : typeid(error).name();
}

// A library's message may contain bytes of the input, but a field of a reply holds valid text only.
std::string printable(std::string text) {
  if (view::is_utf8(text)) return text;
  for (char& byte : text) {
    if ((byte & 0x80) != 0) byte = '?';
  }
  return text;
}

}  // namespace

void describe(const std::exception& error, FailureStage stage, Failure& failure) {
  failure.set_type(type_name(error));
  if (const auto* refusal = dynamic_cast<const Refusal*>(&error)) {
    stage = refusal->stage();
    failure.set_type(refusal->type());  // empty: the library has no exceptions
  }
  failure.set_stage(static_cast<Stage>(stage));
  failure.set_reason(printable(error.what()));
  failure.set_exhausted(dynamic_cast<const std::bad_alloc*>(&error) != nullptr);
}

void set_unsupported(const UnsupportedError& error, Result& result) {
  result.mutable_unsupported()->set_reason(printable(error.what()));
}

void set_internal_error(const std::exception& error, Result& result) {
  describe(error, FailureStage::kUse, *result.mutable_internal_error());
  result.mutable_internal_error()->set_stage(STAGE_UNSPECIFIED);
}

bool shows_defaults(const Options& options) {
  const auto defaults = options.find("defaults");
  return defaults != options.end() && defaults->second == "shown";
}

}  // namespace wirebed
