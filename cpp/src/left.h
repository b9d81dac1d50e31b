// The object or output that a failure leaves with the user of a library: proto/wirebed/README.md, "What is
// left".
#pragma once

#include <string>

#include "endpoint.h"
#include "wirebed/peer.pb.h"

namespace wirebed {

// The object of the user after a read that failed; null where the library has made none.
void tell_object(const Endpoint& endpoint, const Object& object, Result& result);

// The output of the user after a write that failed.
void tell_output(const std::string& written, Result& result);

}  // namespace wirebed
