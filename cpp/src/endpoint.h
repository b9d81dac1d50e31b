// One codec for one message, as the peer uses it: the object in the middle is of a type that it never sees.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codec.h"

namespace wirebed {

using Object = std::shared_ptr<void>;

class Endpoint {
 public:
  virtual ~Endpoint() = default;
  virtual Object build(std::string_view view) const = 0;
  virtual std::string write(const Object& object, const Options& options) const = 0;
  virtual Object read(std::string_view wire, const Options& options) const = 0;
  // `defaults`: with what the absent fields of a protobuf message read as.
  virtual std::string view(const Object& object, bool defaults) const = 0;
  // The fields numbered in `clear` are emptied; then every field present in the view `set` replaces that
  // field.
  virtual void edit(const Object& object, std::string_view set,
                    const std::vector<std::uint32_t>& clear) const = 0;
  // Takes the object apart, so that a cycle is no leak and a deep object is not destroyed recursively.
  virtual void release(const Object& object) const = 0;
};

}  // namespace wirebed
