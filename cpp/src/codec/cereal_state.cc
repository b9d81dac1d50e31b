// Reads what cereal would read without a check.
#include "codec/cereal_state.h"

#include <cereal/types/memory.hpp>
#include <cereal/types/vector.hpp>

#include "bridge/view.h"
#include "decimal_text.h"
#include "refusal.h"

namespace wirebed {

void CerealReading::Source::Bytes::start(std::string_view wire) {
  char* const begin = const_cast<char*>(wire.data());  // a streambuf is made for writing, too
  setg(begin, begin, begin + wire.size());
}

CerealReading::CerealReading(Source& source, std::string_view wire)
    : bytes_((source.stream_.clear(), source.bytes_.start(wire), source.bytes_)), archive_(source.stream_) {}

// cereal would read the byte into the bool itself, and a byte of 2 is not a value of that type.
bool CerealReading::flag() {
  std::uint8_t value = 0;
  archive_(value);
  if (value > 1) throw Refusal(FailureStage::kParse, "a bool of " + std::to_string(value));
  return value == 1;
}

std::size_t CerealReading::count(std::size_t bytes) {
  cereal::size_type claim = 0;
  archive_(cereal::make_size_tag(claim));
  const std::size_t left = bytes_.left();
  if (claim > left / bytes) {
    throw Refusal(FailureStage::kParse, "a size of " + std::to_string(claim) + " where " +
                                            std::to_string(left) + " bytes are left");
  }
  return static_cast<std::size_t>(claim);
}

void CerealReading::text(std::string& value) {
  value.resize(count(1));
  archive_(cereal::binary_data(value.data(), value.size()));
}

void CerealReading::decimal(Decimal& value) {
  text(value.text);
  if (!value.text.empty() && !decimal::is_valid(value.text))
    throw Refusal(FailureStage::kParse, "not a decimal number: " + value.text);
}

CerealReading::Pointer CerealReading::pointer() {
  std::uint32_t id = 0;
  archive_(id);
  return {id & ~cereal::detail::msb_32bit, (id & cereal::detail::msb_32bit) != 0};
}

void CerealReading::remember(Pointer pointer, const meta::Class& type, const Object& object) {
  if (pointer.id == known_.size() + 1) {
    known_.push_back({&type, object});
  } else if (pointer.id > 0 && pointer.id <= known_.size()) {
    known_[pointer.id - 1] = {&type, object};
  } else {
    out_of_order_[pointer.id] = {&type, object};
  }
}

const CerealReading::Known* CerealReading::find(std::uint32_t id) const {
  if (id > 0 && id <= known_.size()) return &known_[id - 1];
  const auto found = out_of_order_.find(id);
  return found == out_of_order_.end() ? nullptr : &found->second;
}

const Object& CerealReading::known(Pointer pointer, const meta::Class& type) const {
  const Known* found = find(pointer.id);
  if (found == nullptr)
    throw Refusal(FailureStage::kParse,
                  "a pointer to the object " + std::to_string(pointer.id) + ", which is not there");
  if (found->type != &type) throw Refusal(FailureStage::kParse, "a pointer to an object of another class");
  return found->object;
}

void CerealReading::begin() {
  if (++depth_ > view::kMaxDepth) throw Refusal(FailureStage::kParse, "the objects are nested too deep");
}

void CerealReading::at_end() const {
  if (const std::size_t left = bytes_.left(); left > 0)
    throw Refusal(FailureStage::kParse, std::to_string(left) + " bytes behind the value");
}

}  // namespace wirebed
