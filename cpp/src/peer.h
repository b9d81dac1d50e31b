// The loop of the peer, without the process around it.
#pragma once

#include <google/protobuf/io/zero_copy_stream_impl.h>

#include "wirebed/peer.pb.h"

namespace wirebed {

// The requests that an echo program (cpp/echo) answers beyond those of the peer.
class Additions {
 public:
  virtual ~Additions() = default;
  virtual void introduce(Introduction& introduction) = 0;
  virtual void echo(const Task& task, Result& result) = 0;
  virtual void load(const Load& load, Loaded& loaded) = 0;
};

// Answers requests until the input ends. False when it did not end cleanly, or the output failed.
bool serve(google::protobuf::io::ZeroCopyInputStream& in, google::protobuf::io::FileOutputStream& out,
           Additions* additions = nullptr);

// The same from stdin to stdout. Nothing else may appear on stdout, so the pipe is moved to a descriptor of
// its own, and whatever a library prints goes to stderr. Returns the exit code of the program of this name.
int serve_process(const char* program, Additions* additions = nullptr);

}  // namespace wirebed
