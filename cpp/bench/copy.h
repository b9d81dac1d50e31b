// A deep copy of a plain struct: its copy constructor, extended to the structs that it points to. copies.h.j2
// has the fields of each.
//
// The copy keeps identity and cycles: an object with several owners is remembered. An object with one owner
// occurs once, and costs only its copy.
#pragma once

#include <memory>
#include <unordered_map>

namespace wirebed::bench {

class Copying {
 public:
  template <class T>
  std::shared_ptr<T> pointer(const std::shared_ptr<T>& from) {
    if (from == nullptr) return nullptr;
    const bool shared = from.use_count() > 1;
    if (shared && met_ != nullptr) {
      if (const auto at = met_->find(from.get()); at != met_->end())
        return std::static_pointer_cast<T>(at->second);
    }
    auto to = std::make_shared<T>();
    if (shared) remember(*from, to);
    copy(*from, *to, *this);  // of copies.h.j2
    return to;
  }

 private:
  using Met = std::unordered_map<const void*, std::shared_ptr<void>>;

  template <class T>
  void remember(const T& from, const std::shared_ptr<T>& to) {
    if (met_ == nullptr) met_ = std::make_unique<Met>();
    met_->emplace(&from, to);
  }

  std::unique_ptr<Met> met_;
};

}  // namespace wirebed::bench
