// The outside vectors of fixtures/vectors/hessian2, and the JSON form of the values in them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "hessian2/value.h"

namespace vectors {

struct Vector {
  std::string name;
  std::string hex;  // ends with ... where it was cut
  std::size_t size = 0;
  std::string sha256;
  nlohmann::json value;
  std::optional<bool> canonical;

  bool cut() const { return hex.ends_with("..."); }
};

// All of them; throws if a file is missing.
std::vector<Vector> Load();

std::vector<std::uint8_t> FromHex(std::string_view hex);
std::string ToHex(std::span<const std::uint8_t> bytes);
std::string Sha256(std::span<const std::uint8_t> bytes);

// A value in the form of the vectors, but with texts and binary in full, doubles as their bits, and without
// the difference between lists of fixed and of variable length.
nlohmann::json ToJson(const hessian2::Value& value);
// A vector's value in that form.
nlohmann::json Normal(const nlohmann::json& value);

}  // namespace vectors
