// The one way in which this library says no: an exception with the place and the reason.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace hessian2 {

class Error : public std::runtime_error {
 public:
  enum class Kind {
    kMalformed,  // the bytes are not Hessian 2, or go beyond a limit
    kMismatch,   // they are, but hold another value than the caller asked for
    kUnwritable  // the value cannot be written
  };

  Error(Kind kind, std::size_t offset, const std::string& reason)
      : std::runtime_error("offset " + std::to_string(offset) + ": " + reason),
        kind_(kind),
        offset_(offset) {}

  Kind kind() const { return kind_; }
  // Of the input for a reader, of the text for a text that cannot be written, of the output otherwise.
  std::size_t offset() const { return offset_; }

 private:
  Kind kind_;
  std::size_t offset_;
};

}  // namespace hessian2
