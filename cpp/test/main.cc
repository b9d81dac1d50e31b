// As in the peer's own main, deep values need its stack.
#include <gtest/gtest.h>

#include "deep_stack.h"

int main(int argc, char** argv) {
  wirebed::allow_deep_stack();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
