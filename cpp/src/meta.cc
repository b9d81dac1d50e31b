// The tables of the structs that are linked into this program.
#include "meta.h"

#include <unordered_map>

namespace wirebed::meta {

namespace {

// Not a global: other units use it before main begins.
std::unordered_map<std::string_view, const Class*>& known() {
  static std::unordered_map<std::string_view, const Class*> classes;
  return classes;
}

}  // namespace

Declared::Declared(std::initializer_list<const Class*> classes) {
  for (const Class* type : classes) known().emplace(type->message, type);
}

const Class* find_class(std::string_view message) {
  const auto found = known().find(message);
  return found == known().end() ? nullptr : found->second;
}

}  // namespace wirebed::meta
