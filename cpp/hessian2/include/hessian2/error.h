// How this library refuses: by an exception with the offset and the reason.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace hessian2 {

class Error : public std::runtime_error {
 public:
  enum class Kind {
    kMalformed,  // the bytes are not Hessian 2, or exceed a limit
    kMismatch,   // the bytes are valid, but hold another kind of value than the caller requested
    kUnwritable  // the value cannot be written
  };

  Error(Kind kind, std::size_t offset, const std::string& reason)
      : std::runtime_error("offset " + std::to_string(offset) + ": " + reason),
        kind_(kind),
        offset_(offset) {}

  Kind kind() const { return kind_; }
  // An offset in the input for a reader, in the text for a text that cannot be written, and in the output
  // otherwise.
  std::size_t offset() const { return offset_; }

 private:
  Kind kind_;
  std::size_t offset_;
};

}  // namespace hessian2
