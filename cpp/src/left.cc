// Only a failure pays for this: the object is viewed, and compared with a new one.
#include "left.h"

#include <exception>

namespace wirebed {

namespace {

constexpr std::size_t kMostOfObject = 65'536;
constexpr std::size_t kMostOfOutput = 4'096;

// Whether the library has read or written, and it is not chance how far it came.
bool leaves(const Failure& failure) {
  return failure.stage() != USE && failure.stage() != BUILD && failure.manner() != EXHAUSTED;
}

void set_object(const Endpoint& endpoint, const Object& object, Failure& failure) {
  std::string view = endpoint.view(object, false);
  if (view == endpoint.view(endpoint.create(), false)) return;
  Left& left = *failure.mutable_left();
  left.set_size(view.size());
  left.set_object(view.size() > kMostOfObject ? "" : std::move(view));
}

}  // namespace

void tell_object(const Endpoint& endpoint, const Object& object, Result& result) {
  if (object == nullptr || !result.has_decode_error() || !leaves(result.decode_error())) return;
  Failure& failure = *result.mutable_decode_error();
  try {
    set_object(endpoint, object, failure);
  } catch (const std::exception&) {
    failure.mutable_left()->set_object("");  // it holds something of which there is no view
  }
}

void tell_output(const std::string& written, Result& result) {
  if (written.empty() || !result.has_encode_error() || !leaves(result.encode_error())) return;
  Left& left = *result.mutable_encode_error()->mutable_left();
  left.set_size(written.size());
  left.set_output(written.substr(0, kMostOfOutput));
}

}  // namespace wirebed
