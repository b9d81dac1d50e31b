// The file that the code of a library was loaded from.
#pragma once

#include <string>

namespace wirebed {

// The absolute path, without links, of the shared object or program that has this function; empty where the
// loader knows none.
std::string loaded_file(const void* function);

}  // namespace wirebed
