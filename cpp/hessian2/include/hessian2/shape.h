// A class definition that is known before anything is read or written: its names, and its bytes, which are
// made once.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hessian2 {

class Shape {
 public:
  // The names must outlive the shape, as string literals do.
  Shape(std::string_view name, std::vector<std::string_view> fields);

  std::string_view name() const { return name_; }
  const std::vector<std::string_view>& fields() const { return fields_; }
  // As Caucho writes it: C, name, number of fields, their names.
  const std::vector<std::uint8_t>& definition() const { return definition_; }

 private:
  std::string_view name_;
  std::vector<std::string_view> fields_;
  std::vector<std::uint8_t> definition_;
};

}  // namespace hessian2
