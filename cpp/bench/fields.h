// A view cut into the fields of its record, for the probe.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>

namespace wirebed::bench {

struct Fields {
  std::map<std::uint32_t, std::string_view> nodes;  // by the number of the field
  bool cyclic = false;                              // a record holds itself
};

Fields fields_of(std::string_view view);

}  // namespace wirebed::bench
