// The process around the peer's loop.
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "peer.h"

namespace {

// Deep values are walked recursively (view::kMaxDepth), by libprotobuf too. The kernel leaves 128 MB of
// address space for the main thread's stack and lets it grow up to the limit of the moment.
void allow_deep_stack() {
  constexpr rlim_t kStack = 120 << 20;
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kStack) return;
  limit.rlim_cur = std::min(kStack, limit.rlim_max);
  setrlimit(RLIMIT_STACK, &limit);
}

}  // namespace

int main() {
  allow_deep_stack();
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
