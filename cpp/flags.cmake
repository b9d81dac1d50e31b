# Compiler flags of all code under cpp/. Warnings are errors in our code; generated headers are SYSTEM headers.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# Assertions stay on.
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(WIREBED_WARNINGS -Wall -Wextra -Wpedantic -Werror)
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
