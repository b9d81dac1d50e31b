// How a task failed, and whose code refused: proto/wirebed/README.md, "Failures". A library's refusal becomes
// an encode or decode error, and a defect of this peer an internal error.
#pragma once

#include <utility>

#include "codec.h"
#include "endpoint.h"
#include "refusal.h"
#include "wirebed/peer.pb.h"

namespace wirebed {

// The stage, class and words of the exception, as valid text.
void describe(const std::exception& error, FailureStage stage, Failure& failure);
// The same, and how and by whom the codec's task failed.
void describe(const std::exception& error, FailureStage stage, const About& codec, Failure& failure);
void set_unsupported(const UnsupportedError& error, Result& result);
void set_internal_error(const std::exception& error, Result& result);

constexpr auto kEncodeError = &Result::mutable_encode_error;
constexpr auto kDecodeError = &Result::mutable_decode_error;

// Runs one stage of a task; false when it failed, with the failure in the result.
template <class Work>
bool attempt(Result& result, Failure* (Result::*failure)(), FailureStage stage, const About& codec,
             Work&& work) {
  try {
    work();
    return true;
  } catch (const UnsupportedError& error) {
    set_unsupported(error, result);
  } catch (const std::exception& error) {
    describe(error, stage, codec, *(result.*failure)());
  }
  return false;
}

// Runs a whole task. What its stages did not catch is a defect.
template <class Work>
void complete(Result& result, Work&& work) {
  try {
    work();
  } catch (const UnsupportedError& error) {
    set_unsupported(error, result);
  } catch (const std::exception& error) {
    set_internal_error(error, result);
  }
}

// Releases the object when the task is done with it.
class OwnedObject {
 public:
  explicit OwnedObject(const Endpoint& endpoint) : endpoint_(&endpoint) {}
  ~OwnedObject() {
    if (object != nullptr) endpoint_->release(object);
  }
  OwnedObject(OwnedObject&& other) noexcept
      : object(std::exchange(other.object, nullptr)), endpoint_(other.endpoint_) {}
  OwnedObject& operator=(OwnedObject&&) = delete;
  Object object;

 private:
  const Endpoint* endpoint_;
};

// The option of a task by which its view has the values that absent fields read as.
bool shows_defaults(const Options& options);

}  // namespace wirebed
