// A Writer makes the bytes of a class definition, so that only one place knows the format.
#include "hessian2/shape.h"

#include "hessian2/writer.h"

namespace hessian2 {

Shape::Shape(std::string_view name, std::vector<std::string_view> fields)
    : name_(name), fields_(std::move(fields)) {
  definition_.push_back('C');
  Writer writer;
  writer.String(name_);
  writer.Int(static_cast<std::int32_t>(fields_.size()));
  for (std::string_view field : fields_) writer.String(field);
  definition_.insert(definition_.end(), writer.bytes().begin(), writer.bytes().end());
}

}  // namespace hessian2
