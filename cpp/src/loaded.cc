// Asks the dynamic loader for the file of a function.
#include "loaded.h"

#include <dlfcn.h>

#include <filesystem>
#include <system_error>

namespace wirebed {

std::string loaded_file(const void* function) {
  Dl_info file;
  if (dladdr(function, &file) == 0 || file.dli_fname == nullptr) return "";
  std::error_code none;
  const std::filesystem::path path = std::filesystem::canonical(file.dli_fname, none);
  return none ? "" : path.string();
}

}  // namespace wirebed
