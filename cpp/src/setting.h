// What a codec states of itself where it is not its library as the manual begins (peer.proto, Setting).
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace wirebed {

struct StatedSetting {
  // The numbers are those of Setting.Role in peer.proto.
  enum class Role { kOption = 1, kGuard = 2, kCode = 3 };

  Role role;
  std::string name;
  std::string value;
  std::string why;

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
