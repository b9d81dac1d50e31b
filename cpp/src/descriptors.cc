// The process around the peer's loop for a tree of which only the descriptor set is there:
//
//   wirebed-descriptors <tree>
#include <cstdio>

#include "deep_stack.h"
#include "message_types.h"
#include "peer.h"

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "usage: wirebed-descriptors <tree>\n");
    return 2;
  }
  wirebed::allow_deep_stack();
  wirebed::message_types::use_descriptors(words[1]);
  return wirebed::serve_process("wirebed-descriptors");
}
