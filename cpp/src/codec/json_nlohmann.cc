// The parts of plain JSON that do not depend on the struct.
#include "codec/json_nlohmann.h"

namespace wirebed {

About JsonNlohmann::about() {
  return {.format = "json",
          .library = "nlohmann",
          .version = std::to_string(NLOHMANN_JSON_VERSION_MAJOR) + "." +
                     std::to_string(NLOHMANN_JSON_VERSION_MINOR) + "." +
                     std::to_string(NLOHMANN_JSON_VERSION_PATCH)};
}

std::string JsonNlohmann::dump(const Written& json) { return json.dump(); }

JsonNlohmann::Parsed JsonNlohmann::parse(std::string_view text) { return Parsed::parse(text); }

// The names of a struct's fields, and the keys of a std::map, are distinct. So this skips the search for an
// equal name that ordered_json makes.
void JsonNlohmann::add(Written& object, std::string_view name, Written&& value) {
  auto& members = object.get_ref<Written::object_t&>();
  members.Written::object_t::Container::emplace_back(std::string(name), std::move(value));
}

const JsonNlohmann::Parsed* JsonNlohmann::find(const Parsed::object_t& members, std::string_view name) {
  const auto at = members.find(name);
  return at == members.end() ? nullptr : &at->second;
}

void JsonNlohmann::refuse_cycle() { throw Refusal(FailureStage::kWrite, "JSON cannot hold a cycle"); }

void JsonNlohmann::refuse_field(std::string_view message, std::string_view field,
                                const Parsed::exception& error) {
  throw Refusal(FailureStage::kParse, std::string(message) + "." + std::string(field) + ": " + error.what(),
                "nlohmann::json::exception");
}

}  // namespace wirebed
