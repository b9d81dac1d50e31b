// Walks over a view without the schema of its message.
#include "bench/fields.h"

#include <algorithm>
#include <vector>

#include "bridge/view.h"

namespace wirebed::bench {

namespace {

class Walk {
 public:
  explicit Walk(std::string_view view) : view_(view), from_(view) {}

  Fields fields() {
    open_.push_back(from_.offset());
    from_.begin_record();
    while (const std::uint32_t number = from_.field()) {
      const std::uint32_t begin = from_.offset();
      node();
      fields_.nodes.emplace(number, view_.substr(begin, from_.offset() - begin));
    }
    return std::move(fields_);
  }

 private:
  void node() {
    switch (from_.peek()) {
      case 'n':
        return from_.null();
      case 't':
      case 'f':
        return static_cast<void>(from_.boolean());
      case 'i':
      case 'u':
        return static_cast<void>(from_.int64());
      case 'g':
        return static_cast<void>(from_.float_());
      case 'd':
        return static_cast<void>(from_.double_());
      case 'b':
        return static_cast<void>(from_.binary());
      case 'e':
        return static_cast<void>(from_.enumeration());
      case 'l':
      case 'z':
        return nodes(from_.count(from_.peek()));
      case 'm':
        return nodes(2 * std::uint64_t{from_.count('m')});
      case 'r':
        return record();
      case '=':
        return same();
      default:
        return static_cast<void>(from_.text());
    }
  }
  void nodes(std::uint64_t count) {
    for (; count > 0; --count) node();
  }
  void record() {
    if (open_.size() > static_cast<std::size_t>(view::kMaxDepth)) from_.fail("the view is nested too deep");
    open_.push_back(from_.offset());
    from_.begin_record();
    while (from_.field() != 0) node();
    open_.pop_back();
  }
  void same() {
    const std::uint32_t earlier = from_.same_as();
    if (std::find(open_.begin(), open_.end(), earlier) != open_.end()) fields_.cyclic = true;
  }

  std::string_view view_;
  view::Reader from_;
  std::vector<std::uint32_t> open_;  // the records around this place
  Fields fields_;
};

}  // namespace

Fields fields_of(std::string_view view) { return Walk(view).fields(); }

}  // namespace wirebed::bench
