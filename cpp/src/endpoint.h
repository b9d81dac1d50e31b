// One codec for one message, as the peer uses it. The peer never sees the type of the object.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codec.h"
#include "meta.h"

namespace wirebed {

class Endpoint {
 public:
  virtual ~Endpoint() = default;
  virtual const About& about() const = 0;
  virtual Object build(std::string_view view) const = 0;
  virtual Object create() const = 0;
  // `wire` and `into` are those of the library's user: after a failure they hold what is left.
  virtual void write(const Object& object, const Options& options, std::string& wire) const = 0;
  virtual void read(std::string_view wire, const Options& options, Object& into) const = 0;
  // `defaults`: the view includes the values that absent fields of a protobuf message read as.
  virtual std::string view(const Object& object, bool defaults) const = 0;
  // The fields numbered in `clear` are emptied; then every field present in the view `set` replaces that
  // field.
  virtual void edit(const Object& object, std::string_view set,
                    const std::vector<std::uint32_t>& clear) const = 0;
  // Separates the structs of the object, so that a cycle does not leak and a deep object is not destroyed
  // recursively.
  virtual void release(const Object& object) const = 0;

  // For callers to whom it is all the same what a failure leaves.
  std::string write(const Object& object, const Options& options) const {
    std::string wire;
    write(object, options, wire);
    return wire;
  }
  Object read(std::string_view wire, const Options& options) const {
    Object object;
    try {
      read(wire, options, object);
    } catch (...) {
      if (object != nullptr) release(object);
      throw;
    }
    return object;
  }
};

}  // namespace wirebed
