// The process around the peer's loop.
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <unistd.h>

#include <cstdio>

#include "deep_stack.h"
#include "peer.h"

int main() {
  wirebed::allow_deep_stack();
  const int replies = dup(STDOUT_FILENO);
  if (replies < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    std::perror("wirebed-peer: stdout");
    return 71;  // EX_OSERR
  }
  google::protobuf::io::FileInputStream in(STDIN_FILENO);
  google::protobuf::io::FileOutputStream out(replies);
  if (wirebed::serve(in, out)) return 0;
  std::fputs("wirebed-peer: a request is malformed, or the runner is gone\n", stderr);
  return 65;  // EX_DATAERR
}
