// The process around the peer's loop.
#include "deep_stack.h"
#include "peer.h"

int main() {
  wirebed::allow_deep_stack();
  return wirebed::serve_process("wirebed-peer");
}
