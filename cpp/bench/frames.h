// The functions that an address is in, and whose code they are.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace wirebed::bench {

struct Frame {
  std::string
      function;      // as the linker calls it; empty outside of the program, whose libraries have no names
  std::string file;  // the source, or the shared library
};

// The frames of addresses. A function that the compiler put into another one is a frame, too.
class Frames {
 public:
  // Asks addr2line, which reads the addresses from a file of this name. Throws InvalidRequest when it fails.
  Frames(const std::set<const char*>& addresses, const std::string& scratch);
  // The innermost first. The address is one of those.
  const std::vector<Frame>& at(const char* address) const { return frames_.at(address); }

 private:
  std::map<const char*, std::vector<Frame>> frames_;
};

enum class Whose { kLibrary, kOwn, kNeither };

// `namespaces`: those of the library, such as "google::protobuf::". Messages that protoc made are the
// library's, too. The language's own library, the plain structs and the benchmark work for their callers.
Whose whose(const Frame& frame, const std::vector<std::string>& namespaces);

}  // namespace wirebed::bench
