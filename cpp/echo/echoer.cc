// The codecs of the peer, as a server uses them.
#include "echo/echoer.h"

#include "attempt.h"
#include "echo/request.h"
#include "registry.h"

namespace wirebed::echo {

Echoer::Echoer(std::string_view line, Counts& counts) : counts_(counts) {
  try {
    Request request = parse_request(line);
    endpoint_ = &find_endpoint(request.codec, request.message);
    options_ = std::move(request.options);
  } catch (const UnsupportedError& error) {
    unsupported_ = error.what();
  }
}

bool Echoer::echo(std::string_view payload, std::string& reply) {
  Result result;
  complete(result, [&] {
    if (endpoint_ == nullptr) throw UnsupportedError(unsupported_);
    OwnedObject held(*endpoint_);
    if (!attempt(result, kDecodeError, FailureStage::kParse,
                 [&] { held.object = endpoint_->read(payload, options_); })) {
      return;
    }
    attempt(result, kEncodeError, FailureStage::kWrite,
            [&] { reply = endpoint_->write(held.object, options_); });
  });
  const bool echoed = result.outcome_case() == Result::OUTCOME_NOT_SET;
  if (!echoed) result.SerializeToString(&reply);
  ++(echoed ? counts_.echoed : counts_.refused);
  return echoed;
}

std::string connection_error(const std::string& reason) {
  Result result;
  result.mutable_connection_error()->set_reason(reason);
  return result.SerializeAsString();
}

}  // namespace wirebed::echo
