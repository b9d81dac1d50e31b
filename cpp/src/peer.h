// The loop of the peer, without the process around it.
#pragma once

#include <google/protobuf/io/zero_copy_stream_impl.h>

namespace wirebed {

// Answers requests until the input ends. False when it did not end cleanly, or the output failed.
bool serve(google::protobuf::io::ZeroCopyInputStream& in, google::protobuf::io::FileOutputStream& out);

}  // namespace wirebed
