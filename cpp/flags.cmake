# Compiler flags of all code under cpp/. Warnings are errors in our code; generated headers are SYSTEM headers.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# Assertions stay on.
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
# Changes no code. Benchmarks need it to tell the files of functions that were inlined, and no other program does.
set(WIREBED_DEBUG_INFO -g1)
set(WIREBED_NO_DEBUG_INFO -Wl,--strip-debug)
set(WIREBED_WARNINGS -Wall -Wextra -Wpedantic -Werror)
# No assertion and no debugging information names the place of the checkout.
add_compile_options(-ffile-prefix-map=${CMAKE_CURRENT_LIST_DIR}/= -fdebug-prefix-map=${CMAKE_BINARY_DIR}=.)
find_program(CCACHE ccache)
if(CCACHE)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-prog-name=cc1plus OUTPUT_VARIABLE CC1PLUS
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_CURRENT_LIST_DIR}/ccache ${CC1PLUS})
endif()
