// See vectors.h.
#include "vectors.h"

#include <array>
#include <bit>
#include <cstdlib>
#include <fstream>
#include <map>
#include <stdexcept>

namespace vectors {

using nlohmann::json;

namespace {

json Bits(double value) { return std::bit_cast<std::uint64_t>(value); }

class Form {
 public:
  json operator()(hessian2::Null) { return json::array({"null"}); }
  json operator()(bool value) { return json::array({"bool", value}); }
  json operator()(std::int32_t value) { return json::array({"int", value}); }
  json operator()(std::int64_t value) { return json::array({"long", value}); }
  json operator()(double value) { return json::array({"double", Bits(value)}); }
  json operator()(hessian2::Date value) { return json::array({"date", value.milliseconds}); }
  json operator()(const std::string& value) { return json::array({"string", value}); }
  json operator()(const hessian2::Binary& value) { return json::array({"binary", ToHex(value)}); }

  json operator()(const hessian2::List* list) {
    if (const auto ref = Ref(list)) return *ref;
    json values = json::array();
    for (const auto& value : list->values) values.push_back(std::visit(*this, value));
    return json::array({"list", Type(list->type), values});
  }

  json operator()(const hessian2::Map* map) {
    if (const auto ref = Ref(map)) return *ref;
    json entries = json::array();
    for (const auto& [key, value] : map->entries) {
      json first = std::visit(*this, key);
      entries.push_back(json::array({first, std::visit(*this, value)}));
    }
    return json::array({"map", Type(map->type), entries});
  }

  json operator()(const hessian2::Object* object) {
    if (const auto ref = Ref(object)) return *ref;
    json fields = json::array();
    for (std::size_t i = 0; i < object->values.size(); ++i) {
      fields.push_back(json::array({object->type->fields[i], std::visit(*this, object->values[i])}));
    }
    return json::array({"object", object->type->name, fields});
  }

 private:
  static json Type(std::string_view type) { return type.empty() ? json() : json(type); }

  std::optional<json> Ref(const void* node) {
    const auto [place, fresh] = seen_.emplace(node, seen_.size());
    if (fresh) return std::nullopt;
    return json::array({"ref", place->second});
  }

  std::map<const void*, std::size_t> seen_;
};

}  // namespace

json ToJson(const hessian2::Value& value) { return std::visit(Form(), value); }

json Normal(const json& value) {
  const std::string kind = value.at(0);
  if (kind == "double") {
    return json::array({kind, Bits(std::strtod(value[1].get<std::string>().c_str(), nullptr))});
  }
  if (kind == "list") {
    json values = json::array();
    for (const json& each : value[3]) values.push_back(Normal(each));
    return json::array({kind, value[1], values});
  }
  if (kind == "map") {
    json entries = json::array();
    for (const json& entry : value[2]) entries.push_back(json::array({Normal(entry[0]), Normal(entry[1])}));
    return json::array({kind, value[1], entries});
  }
  if (kind == "object") {
    json fields = json::array();
    for (const json& field : value[2]) fields.push_back(json::array({field[0], Normal(field[1])}));
    return json::array({kind, value[1], fields});
  }
  return value;
}

std::vector<Vector> Load() {
  std::vector<Vector> all;
  for (const char* file : {"spec.jsonl", "testhessian2.jsonl"}) {
    const std::string path = std::string(HESSIAN2_VECTORS) + "/" + file;
    std::ifstream in(path);
    if (!in) throw std::runtime_error("no vectors at " + path);
    for (std::string line; std::getline(in, line);) {
      const json vector = json::parse(line);
      if (!vector.contains("name")) continue;
      std::optional<bool> canonical;
      if (!vector["canonical"].is_null()) canonical = vector["canonical"].get<bool>();
      all.push_back(
          {vector["name"], vector["hex"], vector["len"], vector["sha256"], vector["value"], canonical});
    }
  }
  return all;
}

std::vector<std::uint8_t> FromHex(std::string_view hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

std::string ToHex(std::span<const std::uint8_t> bytes) {
  std::string hex;
  for (const std::uint8_t byte : bytes) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

__extension__ using Wide = unsigned __int128;

// FIPS 180-4, with its constants computed as it defines them: 32 bits of the fractional parts of roots of
// primes.
std::string Sha256(std::span<const std::uint8_t> bytes) {
  std::array<std::uint32_t, 64> k{};
  std::array<std::uint32_t, 8> h{};
  std::size_t found = 0;
  for (std::uint64_t prime = 2; found < k.size(); ++prime) {
    bool composite = false;
    for (std::uint64_t i = 2; i * i <= prime; ++i) composite |= prime % i == 0;
    if (composite) continue;
    // The integer below root * 2^32, by bisection on exact integers.
    const auto root = [&](int power) {
      Wide low = 0, high = Wide{1} << 36;
      while (high - low > 1) {
        const Wide middle = (low + high) / 2;
        const Wide raised = power == 2 ? middle * middle : middle * middle * middle;
        (raised <= Wide{prime} << (32 * power) ? low : high) = middle;
      }
      return static_cast<std::uint32_t>(low);
    };
    if (found < h.size()) h[found] = root(2);
    k[found++] = root(3);
  }
  std::vector<std::uint8_t> padded(bytes.begin(), bytes.end());
  padded.push_back(0x80);
  while (padded.size() % 64 != 56) padded.push_back(0);
  for (int shift = 56; shift >= 0; shift -= 8) {
    padded.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(bytes.size()) * 8 >> shift));
  }
  for (std::size_t block = 0; block < padded.size(); block += 64) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 64; ++i) {
      if (i < 16) {
        for (std::size_t j = 0; j < 4; ++j) w[i] = w[i] << 8 | padded[block + 4 * i + j];
      } else {
        const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
        const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
      }
    }
    auto v = h;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t s1 = std::rotr(v[4], 6) ^ std::rotr(v[4], 11) ^ std::rotr(v[4], 25);
      const std::uint32_t t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
      const std::uint32_t s0 = std::rotr(v[0], 2) ^ std::rotr(v[0], 13) ^ std::rotr(v[0], 22);
      const std::uint32_t t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
      v = {t1 + t2, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
    }
    for (std::size_t i = 0; i < 8; ++i) h[i] += v[i];
  }
  std::vector<std::uint8_t> digest;
  for (const std::uint32_t word : h) {
    for (int shift = 24; shift >= 0; shift -= 8) digest.push_back(static_cast<std::uint8_t>(word >> shift));
  }
  return ToHex(digest);
}

}  // namespace vectors
