// The manner, the source and the words of a failure.
#include "failures.h"

#include <algorithm>
#include <new>
#include <typeinfo>

#include "bridge/view.h"

namespace wirebed {

namespace {

// A library's message may contain bytes of the input, but a field of a reply holds valid text only.
std::string printable(std::string text) {
  if (view::is_utf8(text)) return text;
  for (char& byte : text) {
    if ((byte & 0x80) != 0) byte = '?';
  }
  return text;
}

bool is_want_of_memory(const std::exception& error) {
  return dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
}

// Whether the class is one of this peer's for refusals.
bool is_of_ours(const std::exception& error) {
  return dynamic_cast<const Refusal*>(&error) != nullptr ||
         dynamic_cast<const UnsupportedError*>(&error) != nullptr;
}

By by_of(const std::exception& error, const Failure& failure, const About& codec) {
  if (failure.stage() == USE) return CAST;
  if (failure.stage() == BUILD) return CODEC;
  if (const auto* refusal = dynamic_cast<const Refusal*>(&error)) return static_cast<By>(refusal->by());
  // Whether the library or its codec asks for the last of the memory is chance.
  const bool is_of_library = std::any_of(
      codec.library_packages.begin(), codec.library_packages.end(), [&](const std::string& space) {
        return is_want_of_memory(error) || failure.type().starts_with(space);
      });
  return is_of_library ? LIBRARY : CODEC;
}

// Whether the library documents the error, of which a refusal has only the class, or no class where it is a
// status.
bool is_documented(const std::exception& error, const Failure& failure, const About& codec) {
  if (dynamic_cast<const Refusal*>(&error) != nullptr && failure.type().empty()) return true;
  return std::any_of(codec.typed_errors.begin(), codec.typed_errors.end(),
                     [&](const DocumentedError& documented) {
                       return documented.type == failure.type() ||
                              (documented.includes != nullptr && documented.includes(error));
                     });
}

Manner manner_of(const std::exception& error, const Failure& failure, const About& codec) {
  if (is_want_of_memory(error)) return EXHAUSTED;
  switch (failure.by()) {
    case LIBRARY:
      return is_documented(error, failure, codec) ? TYPED : UNTYPED;
    case CODEC:
      return is_of_ours(error) ? TYPED : UNTYPED;
    default:
      return UNTYPED;
  }
}

}  // namespace

void describe(const std::exception& error, FailureStage stage, Failure& failure) {
  failure.set_type(class_name(typeid(error)));
  if (const auto* refusal = dynamic_cast<const Refusal*>(&error)) {
    stage = refusal->stage();
    failure.set_type(refusal->type());  // empty: the library has no exceptions
  }
  failure.set_stage(static_cast<Stage>(stage));
  failure.set_reason(printable(error.what()));
}

void describe(const std::exception& error, FailureStage stage, const About& codec, Failure& failure) {
  describe(error, stage, failure);
  failure.set_by(by_of(error, failure, codec));
  failure.set_manner(manner_of(error, failure, codec));
}

void set_unsupported(const UnsupportedError& error, Result& result) {
  result.mutable_unsupported()->set_reason(printable(error.what()));
}

void set_internal_error(const std::exception& error, Result& result) {
  describe(error, FailureStage::kUse, *result.mutable_internal_error());
  result.mutable_internal_error()->set_stage(STAGE_UNSPECIFIED);
  if (is_want_of_memory(error)) result.mutable_internal_error()->set_manner(EXHAUSTED);
}

bool shows_defaults(const Options& options) {
  const auto defaults = options.find("defaults");
  return defaults != options.end() && defaults->second == "shown";
}

}  // namespace wirebed
