// Whose code an address is in, by the source files that the compiler made it of.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace wirebed::bench {

// The source file of the function that an address is in. If the compiler inlined that function, the file of
// the function around it follows, and so on. An address in a shared library has the library itself instead.
class SourceFiles {
 public:
  // Asks addr2line, which reads the addresses from a file of this name. Throws InvalidRequest if it fails.
  SourceFiles(const std::set<const char*>& addresses, const std::string& scratch);
  // The address is one of those. There is no file for one that is in no program or library.
  const std::vector<std::string>& at(const char* address) const { return files_.at(address); }

 private:
  std::map<const char*, std::vector<std::string>> files_;
};

enum class Whose { kLibrary, kOwn, kNeither };

// `namespaces`: those of the library, such as "google::protobuf::", whose installed headers have paths like
// them. A codec without a library has none. What protoc made is the library's, too. The language's own
// library, the plain structs and the benchmark work for their callers.
Whose whose(const std::string& file, const std::vector<std::string>& namespaces);

}  // namespace wirebed::bench
