// The state of writing and reading: which structs were met, and how deep the walk is.
#include "bridge/plain_state.h"

#include <algorithm>

namespace wirebed {

PlainWriting::PlainWriting(const void* root) { seen_.emplace(root, 0); }

PlainWriting::~PlainWriting() = default;

bool PlainWriting::written_before(const void* object) {
  const auto [at, is_new] = seen_.emplace(object, to.offset());
  if (!is_new) to.same_as(at->second);
  return !is_new;
}

void PlainWriting::begin(std::string_view message) {
  if (++depth_ > view::kMaxDepth)
    throw Refusal(FailureStage::kBuild, "the object is nested too deep for a view");
  to.begin_record(message);
}

void PlainWriting::end() {
  to.end_record();
  --depth_;
}

PlainReading::PlainReading(std::string_view view) : from(view) {}

PlainReading::~PlainReading() = default;

Object PlainReading::same(std::string_view message) {
  if (from.peek() != '=') return nullptr;
  const std::uint32_t earlier = from.same_as();
  const auto at = std::lower_bound(seen_.begin(), seen_.end(), earlier,
                                   [](const Seen& a, std::uint32_t b) { return a.offset < b; });
  if (at == seen_.end() || at->offset != earlier) from.fail("'=' names no earlier record");
  if (at->message != message) from.fail("'=' names a record of another message");
  return at->object;
}

void PlainReading::begin(std::string_view message) {
  begun_ = from.offset();
  if (++depth_ > view::kMaxDepth) from.fail("the view is nested too deep");
  if (from.begin_record() != message) from.fail("the record is not a " + std::string(message));
}

void PlainReading::remember(std::string_view message, Object object) {
  seen_.push_back({begun_, message, std::move(object)});
}

void PlainReading::at_end() const {
  if (!from.at_end()) from.fail("a view goes on after its record");
}

void PlainReading::no_field(std::string_view message, std::uint32_t number) const {
  from.fail("the struct of " + std::string(message) + " has no field " + std::to_string(number));
}

}  // namespace wirebed
