// How a codec says in what it differs from the defaults of its library (peer.proto, Setting).
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace wirebed {

// Values that code of the bed converts. The numbers are those of Setting.Converted in peer.proto.
enum class Converted {
  kEverything = 1,
  kKeys = 2,
  kNumbers = 3,
  kTexts = 4,
  kBytes = 5,
  kEnums = 6,
  kDates = 7,
  kDecimals = 8
};

struct StatedSetting {
  // The numbers are those of Setting.Role in peer.proto.
  enum class Role { kOption = 1, kGuard = 2, kCode = 3 };

  Role role;
  std::string name;
  std::string value;
  std::string why;
  std::vector<Converted> reads = {};
  std::vector<Converted> writes = {};

  // It makes these values of what the library has read, and something else of them for the library.
  StatedSetting converting(std::vector<Converted> values) && {
    writes = values;
    return std::move(*this).reading(std::move(values));
  }
  StatedSetting reading(std::vector<Converted> values) && {
    reads = std::move(values);
    return std::move(*this);
  }

  static StatedSetting option(std::string name, std::string value, std::string why) {
    return {Role::kOption, std::move(name), std::move(value), std::move(why)};
  }
  static StatedSetting guard(std::string does, std::string why) {
    return {Role::kGuard, std::move(does), "", std::move(why)};
  }
  static StatedSetting code(std::string does, std::string why) {
    return {Role::kCode, std::move(does), "", std::move(why)};
  }
};

using Settings = std::vector<StatedSetting>;

}  // namespace wirebed
