#include "bench/frames.h"

#include <dlfcn.h>
#include <link.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "bench/modes.h"

namespace wirebed::bench {

namespace {

// The shared libraries of the language.
constexpr std::array kRuntime = {"libc.so",  "libm.so",    "libstdc++.so", "libgcc_s.so",
                                 "ld-linux", "linux-vdso", "none"};

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

// For each address a line of it, and then two lines for each of its frames.
std::string addr2line(const std::string& addresses) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe");
  const std::string command = "addr2line -afi -e " + quoted(program) + " @" + quoted(addresses);
  std::FILE* out = popen(command.c_str(), "r");
  if (out == nullptr) throw InvalidRequest("addr2line cannot be started");
  std::string all;
  for (std::array<char, 1 << 16> some; const std::size_t size = std::fread(some.data(), 1, some.size(), out);)
    all.append(some.data(), size);
  if (pclose(out) != 0) throw InvalidRequest("addr2line failed");
  return all;
}

// "_ZN8nlohmann…" for "nlohmann::", also of a function that is const, or is in another one.
bool is_in(const std::string& function, const std::string& space) {
  std::string mangled;
  for (std::size_t at = 0, end; (end = space.find("::", at)) != std::string::npos; at = end + 2)
    mangled += std::to_string(end - at) + space.substr(at, end - at);
  const std::size_t begin = function.find_first_not_of("_ZNKVrRO");
  return function.starts_with("_Z") && begin != std::string::npos &&
         function.compare(begin, mangled.size(), mangled) == 0;
}

bool is_message(const std::string& file) {
  for (const char* ending : {".pb.h", ".pb.cc", ".proto.h"}) {
    if (file.ends_with(ending)) return true;
  }
  return false;
}

Whose whose_library(const std::string& file) {
  const std::string name = std::filesystem::path(file).filename();
  for (const char* begin : kRuntime) {
    if (name.starts_with(begin)) return Whose::kNeither;
  }
  return Whose::kLibrary;
}

}  // namespace

Frames::Frames(const std::set<const char*>& addresses, const std::string& scratch) {
  std::vector<const char*> inside;
  std::ofstream file(scratch);
  for (const char* address : addresses) {
    const link_map* module = module_of(address);
    const std::string name = module == nullptr ? "none" : module->l_name;
    if (name.empty()) {  // the program
      inside.push_back(address);
      file << static_cast<const void*>(address - module->l_addr) << '\n';
    } else {
      frames_[address] = {{"", name}};
    }
  }
  file.close();
  if (inside.empty()) return;
  std::istringstream lines(addr2line(scratch));
  std::filesystem::remove(scratch);
  std::size_t count = 0;
  for (std::string function, place; std::getline(lines, function);) {
    if (function.starts_with("0x")) {
      if (count == inside.size()) break;
      frames_[inside[count++]];
    } else if (count > 0 && std::getline(lines, place)) {
      frames_[inside[count - 1]].push_back({function, place.substr(0, place.rfind(':'))});
    }
  }
  if (count != inside.size()) throw InvalidRequest("addr2line left out an address");
}

Whose whose(const Frame& frame, const std::vector<std::string>& namespaces) {
  if (frame.function.empty()) return whose_library(frame.file);
  if (is_message(frame.file)) return Whose::kLibrary;
  for (const std::string& space : namespaces) {
    if (is_in(frame.function, space)) return Whose::kLibrary;
  }
  return is_in(frame.function, "wirebed::") && !is_in(frame.function, "wirebed::bench::") ? Whose::kOwn
                                                                                          : Whose::kNeither;
}

}  // namespace wirebed::bench
