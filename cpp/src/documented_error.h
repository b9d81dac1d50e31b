// The errors by which a library refuses, as its documentation says.
#pragma once

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <typeinfo>
#include <utility>

namespace wirebed {

// The name of a class, as in Failure.type.
inline std::string class_name(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : type.name();
}

// A TypedError of proto/wirebed/peer.proto.
struct DocumentedError {
  std::string type;
  std::string authority;  // where the library documents it
  // Whether an exception is of this class or derived from it. Null where the library returns a status: a
  // codec then makes a Refusal without a type of it.
  bool (*includes)(const std::exception& error) = nullptr;
};

template <class Error>
DocumentedError documented_error(std::string authority) {
  return {
      .type = class_name(typeid(Error)),
      .authority = std::move(authority),
      .includes = [](const std::exception& error) { return dynamic_cast<const Error*>(&error) != nullptr; }};
}

}  // namespace wirebed
