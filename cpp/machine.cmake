# The compiler and the libraries of another machine, for a peer that is built here and run by an emulator or by the
# loader of that machine. CMake takes this file from CMAKE_TOOLCHAIN_FILE in the environment.
#
#   WIREBED_MACHINE   s390x or i386, as Debian calls it
#   WIREBED_SYSROOT   a folder with the libraries and headers of that machine, which python/debian makes
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR $ENV{WIREBED_MACHINE})
set(triplet $ENV{WIREBED_MACHINE}-linux-gnu)
if(triplet STREQUAL i386-linux-gnu)
  set(triplet i686-linux-gnu)  # which its compiler is called by
endif()
set(CMAKE_CXX_COMPILER ${triplet}-g++)
set(CMAKE_SYSROOT $ENV{WIREBED_SYSROOT})
# No text of an assertion names the place of the checkout.
set(CMAKE_CXX_FLAGS_INIT -ffile-prefix-map=${CMAKE_SYSROOT}=)
# protoc runs here; all else is of that machine.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
