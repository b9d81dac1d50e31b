// A deep copy of a plain struct: its copy constructor, extended to the structs that it points to.
//
// The copy keeps identity and cycles: an object with several owners is remembered. An object with one owner
// occurs once, and costs only its copy.
#pragma once

#include <memory>
#include <unordered_map>

#include "meta.h"

namespace wirebed::bench {

class Copying {
 public:
  template <class T>
  void copy(const T& from, T& to) {
    meta::Class<T>::Fields::each([&](auto field) {
      using F = decltype(field);
      copy_member<F>(F::get(from), F::get(to));
    });
  }
  template <class T>
  void remember(const T& from, const std::shared_ptr<T>& to) {
    if (met_ == nullptr) met_ = std::make_unique<Met>();
    met_->emplace(&from, to);
  }

 private:
  using Met = std::unordered_map<const void*, std::shared_ptr<void>>;

  template <class F>
  void copy_member(const typename F::Member& from, typename F::Member& to) {
    using meta::Container;
    if constexpr (F::Element::kind != meta::Kind::kMessage) {
      to = from;
    } else if constexpr (F::container == Container::kSingle) {
      to = pointer(from);
    } else if constexpr (F::container == Container::kMap) {
      for (const auto& [key, value] : from) to.emplace_hint(to.end(), key, pointer(value));
    } else {
      to.reserve(from.size());
      for (const auto& value : from) to.push_back(pointer(value));
    }
  }
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
    copy(*from, *to);
    return to;
  }

  std::unique_ptr<Met> met_;
};

template <class T>
T copy_of(const T& from) {
  constexpr bool flat = []<class... Fs>(meta::List<Fs...>) {
    return (... && (Fs::Element::kind != meta::Kind::kMessage));
  }(typename meta::Class<T>::Fields{});
  if constexpr (flat) {
    return from;
  } else {
    T to;
    Copying().copy(from, to);
    return to;
  }
}

}  // namespace wirebed::bench
