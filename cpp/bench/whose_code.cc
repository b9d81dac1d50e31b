#include "bench/whose_code.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <sstream>

#include "bench/modes.h"

namespace wirebed::bench {

namespace {

// The program or shared library that an address is in; null for none.
const link_map* module_of(const void* address) {
  Dl_info symbol;
  void* module = nullptr;
  return dladdr1(address, &symbol, &module, RTLD_DL_LINKMAP) == 0 ? nullptr : static_cast<link_map*>(module);
}

std::string quoted(const std::string& word) {
  std::string all = "'";
  for (const char letter : word) all += letter == '\'' ? "'\\''" : std::string(1, letter);
  return all + "'";
}

// For each address a line of it, and then a line `file:line` for each of its files.
std::string addr2line(const std::string& addresses, const std::string& scratch) {
  std::ofstream file(scratch);
  file << addresses;
  file.close();
  if (!file) throw InvalidRequest(scratch + " cannot be written");
  const std::string program = std::filesystem::read_symlink("/proc/self/exe");
  std::FILE* out = popen(("addr2line -ai -e " + quoted(program) + " < " + quoted(scratch)).c_str(), "r");
  std::string all;
  for (std::array<char, 1 << 16> some; out != nullptr;) {
    const std::size_t size = std::fread(some.data(), 1, some.size(), out);
    if (size == 0) break;
    all.append(some.data(), size);
  }
  const int status = out == nullptr ? -1 : pclose(out);
  std::filesystem::remove(scratch);
  if (status != 0) throw InvalidRequest("addr2line failed with status " + std::to_string(status));
  return all;
}

bool has(const std::string& file, std::initializer_list<const char*> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const char* part) { return file.find(part) != std::string::npos; });
}

bool ends(const std::string& file, std::initializer_list<const char*> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](const char* ending) { return file.ends_with(ending); });
}

// "/google/protobuf" for "google::protobuf::".
std::string path_of(const std::string& space) {
  std::string path = "/" + space.substr(0, space.rfind("::"));
  for (std::size_t at; (at = path.find("::")) != std::string::npos;) path.replace(at, 2, "/");
  return path;
}

Whose whose_shared_library(const std::string& file, bool has_library) {
  const bool runtime =
      has(file, {"/libc.so", "/libm.so", "/libstdc++.so", "/libgcc_s.so", "/ld-linux", "vdso.so"});
  return runtime || !has_library ? Whose::kNeither : Whose::kLibrary;
}

}  // namespace

SourceFiles::SourceFiles(const std::set<const char*>& addresses, const std::string& scratch) {
  std::vector<const char*> inside;
  std::ostringstream asked;
  for (const char* address : addresses) {
    const link_map* module = module_of(address);
    std::vector<std::string>& files = files_[address];
    if (module == nullptr) continue;
    if (*module->l_name != '\0') {
      files.push_back(module->l_name);
    } else {  // the program has no name
      inside.push_back(address);
      asked << static_cast<const void*>(address - module->l_addr) << '\n';
    }
  }
  if (inside.empty()) return;
  std::istringstream lines(addr2line(asked.str(), scratch));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("0x")) {
      ++count;
    } else if (count > 0 && count <= inside.size()) {
      files_[inside[count - 1]].push_back(line.substr(0, line.rfind(':')));
    }
  }
  if (count != inside.size()) throw InvalidRequest("addr2line left out an address");
}

Whose whose(const std::string& file, const std::vector<std::string>& namespaces) {
  if (ends(file, {".pb.h", ".pb.cc", ".proto.h"})) return Whose::kLibrary;
  if (ends(file, {".so"}) || has(file, {".so."})) return whose_shared_library(file, !namespaces.empty());
  // Paths of this bed are relative (flags.cmake), and those of installed headers are not.
  if (file.starts_with('/')) {
    const bool library = std::any_of(namespaces.begin(), namespaces.end(), [&](const std::string& space) {
      return file.find(path_of(space)) != std::string::npos;
    });
    return library ? Whose::kLibrary : Whose::kNeither;
  }
  const bool works_for_its_caller =
      ends(file, {".plain.h", ".tables.cc"}) || has(file, {"/bench/", "??"}) || file.starts_with("bench/");
  return works_for_its_caller ? Whose::kNeither : Whose::kOwn;
}

}  // namespace wirebed::bench
