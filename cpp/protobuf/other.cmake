# What find_package(Protobuf) has to know to take a package of ours, in Protobuf_ROOT. No program names its place: the loader
# is told where the library is (LD_LIBRARY_PATH).
set(CMAKE_FIND_PACKAGE_PREFER_CONFIG ON CACHE BOOL "")
set(CMAKE_SKIP_RPATH ON CACHE BOOL "")
