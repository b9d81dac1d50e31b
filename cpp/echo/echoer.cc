// The codecs of the peer, as a server uses them.
#include "echo/echoer.h"

#include "echo/request.h"
#include "failures.h"
#include "registry.h"

namespace wirebed::echo {

Echoer::Echoer(std::string_view line, std::size_t most, Counts& counts) : most_(most), counts_(counts) {
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
    if (!attempt(result, kDecodeError, FailureStage::kParse, endpoint_->about(),
                 [&] { held.object = endpoint_->read(payload, options_); })) {
      return;
    }
    if (attempt(result, kEncodeError, FailureStage::kWrite, endpoint_->about(),
                [&] { reply = endpoint_->write(held.object, options_); }) &&
        reply.size() > most_) {
      result.mutable_connection_error()->set_reason(too_long("a reply", reply.size(), most_));
    }
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

std::string too_long(const char* what, std::size_t size, std::size_t most) {
  return std::string(what) + " of " + std::to_string(size) + " bytes, of at most " + std::to_string(most);
}

}  // namespace wirebed::echo
