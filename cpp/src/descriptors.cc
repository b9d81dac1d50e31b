// The process around the peer's loop for a tree of which only the descriptor set is there:
//
//   wirebed-descriptors <tree>
//
// Exits with 65 and libprotobuf's reason if that does not support the schema.
#include <cstdio>
#include <exception>
#include <string>

#include "deep_stack.h"
#include "message_types.h"
#include "peer.h"

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "usage: wirebed-descriptors <tree>\n");
    return 2;
  }
  wirebed::allow_deep_stack();
  try {
    wirebed::message_types::use_descriptors(std::string(words[1]) + "/schema.binpb");
  } catch (const std::exception& unsupported) {
    std::fprintf(stderr, "%s\n", unsupported.what());
    return 65;
  }
  return wirebed::serve_process("wirebed-descriptors");
}
