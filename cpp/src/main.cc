// The process around the peer's loop for a tree that was compiled:
//
//   wirebed-peer <tree>
#include <cstdio>
#include <filesystem>

#include "deep_stack.h"
#include "message_types.h"
#include "peer.h"

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "usage: wirebed-peer <tree>\n");
    return 2;
  }
  wirebed::allow_deep_stack();
  const auto beside = std::filesystem::path(words[0]).parent_path() / "refused";
  wirebed::message_types::leave_out_refused(words[1], beside);
  return wirebed::serve_process("wirebed-peer");
}
